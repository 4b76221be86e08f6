// A run-time number where CuTe needs one that is part of the type.
import type { Check } from '../../lib/check';
import { refusalFinding, refused } from '../../lib/refused';

export const needsStatic: Check = {
  slug: 'needs-static',
  topic: 'rules',
  level: 'error',
  title: 'A run-time integer stands where CuTe needs a static one',
  explains: `Tensors that own their elements (\`make_tensor<T>(layout)\`) are arrays, so their layout must be static.
\`complement\` of a layout with more than one mode, and products and divisions that are defined by it, need static strides; so do \`left_inverse\`, the permutations of a TiledMMA, slices of swizzled layouts, and casts to narrower elements, which need a static stride of 1.
To a basis element such as \`E<0>{}\` or an arithmetic tuple only a static 0 can be added.

\`Int<4>{}\` and \`_4{}\` are static, \`4\` is not, and neither is what is computed from it.`,
  bad: 'auto acc = make_tensor<float>(make_shape(4, Int<8>{}));',
  good: 'auto acc = make_tensor<float>(make_shape(Int<4>{}, Int<8>{}));',
  *find(facts) {
    for (const one of refused(facts, 'static')) yield refusalFinding(one);
  },
};
