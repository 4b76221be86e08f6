// Swizzles of which all bits work, and others.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  __shared__ alignas(128) half_t memory[4096];
  auto ptr = make_smem_ptr(memory);
  auto a = make_tensor(ptr, composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  auto b = make_tensor(ptr, composition(Swizzle<3, 3, 3>{}, Layout<Shape<>>{}));
  //                        ^^^^^^^^^^^^^^^^^^^^^^^^4, _64>, Stride<_64, _1>>{}));
  //                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[swizzle-partial]: Sw<3,3,3> looks at bits 6 to 8 of the offset, of which only 2 are ever set in Sw<3,3,3> o _0 o (_4,_64):(_64,_1)
  auto c = make_tensor(ptr, composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_128, _1_^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[swizzle-partial]: Sw<3,3,3> looks at bits 6 to 8 of the offset, of which only 2 are ever set in Sw<3,3,3> o _0 o (_8,_64):(_128,_1)
}

int main() { kernel<<<1, 32>>>(); }
