// Kernels that a condition of the preprocessor leaves out, since nothing defines the macro that it asks for.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';

export const undefinedMacro: Check = {
  slug: 'undefined-macro',
  topic: 'silent',
  level: 'information',
  title: 'Code of kernels is left out, since nothing defines a macro',
  explains: `The preprocessor takes a name that is not defined for 0, so \`#if TARGET_ARCH == 100\` leaves its code out where the build does not define \`TARGET_ARCH\`.
Builds define such macros on the command line of the compiler.
CuTe Lens takes them from \`compile_commands.json\`, and from \`cuteLens.defines\` or \`--define\`.

The check looks at conditions none of whose branches is compiled, around functions of the device or types of CuTe.
It does not ask for names that are reserved for compilers, such as \`__HIPCC__\`.`,
  bad: `#if TARGET_ARCH == 100
using Tile = Shape<_128, _128, _64>;
#endif`,
  good: `#define TARGET_ARCH 100
#if TARGET_ARCH == 100
using Tile = Shape<_128, _128, _64>;
#endif`,
  *find({ evaluation }) {
    for (const { leftOut = [] } of evaluation.sources.values())
      for (const { names, span } of leftOut)
        yield {
          span,
          message: say`this is compiled only where ${names.map((name) => `\`${name}\``).join(', ')} is defined, which nothing does: the build's compile_commands.json or cuteLens.defines can`,
        };
  },
};
