// The width of an element that stands for none.
using Half2 = sparse_elem<0, half_t>;
  auto of_half = sizeof_bits_v<Half2>;