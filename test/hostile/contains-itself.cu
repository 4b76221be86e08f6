// What an object in shared memory is copied or assigned to lobal__ void by_initialisation(float const*values[64];
};

__global__ void by_assignment(float const* in, float* out) {
  __shared__ Row row;
  int t = threadIdx.x;
  row.values[t] = in[t];
  __syncthreads();
  Row mine;
  mine = row;
  mine.values[63 - t] = 1.f;
  out[t] = row.values[t] + mine.values[0];
}

__gis no shared memory.
struct Row {
  float  in, float* out) {
  __shared__ Row row;
  int t = threadIdx.x;
  row.values[t] = in[t];
  __syncthreads();
  Row mine = row;
  mine.values[63 - t] = 1.f;
  out[t] = row.values[t] + mine.values[0];
}

int main() {
  by_assignment<<<1, 64>>>(nullptr, nullptr);
  by_initialisation<<<1, 64>>>(nullptr, nullptr);
}
