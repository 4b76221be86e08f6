// Chooses template arguments for parametric specialisations: a spread over types, shapes and majors.
// A choice that CuTe refuses (a static assertion) is harmless: the compiler says so and the instantiation is dropped.
import type { Specialisation } from './specialisations';

export type Assignment = Readonly<Record<string, string>>;

const majors = ['UMMA::Major::K', 'UMMA::Major::MN'];

/** Operand types of the families of sm_100 and sm_120: a, b, c and, where scaled, the type of the scale factors. */
function typesOf(op: string): Assignment[] {
  const types = (rows: readonly string[]): Assignment[] =>
    rows.map((row) => {
      const [a_type = '', b_type = '', c_type = '', sf_type = 'float_ue8m0_t', VS = '32'] = row.split(' ');
      return { a_type, b_type, c_type, sf_type, VS, ab_vtype: a_type };
    });
  if (/SM120/.test(op)) {
    if (/64_TN_VS|128_TN_VS/.test(op) && !/SPARSE_16x8x64/.test(op))
      return types([
        'float_e2m1_t float_e2m1_t float float_ue8m0_t 32',
        'float_e2m1_t float_e2m1_t float float_ue4m3_t 16',
      ]);
    return types([
      'float_e4m3_t float_e4m3_t float',
      'float_e5m2_t float_e2m1_t float',
      'float_e2m3_t float_e3m2_t float',
      'float_e4m3_t float_e5m2_t half_t float_ue8m0_t 64',
    ]);
  }
  if (/MXF4/.test(op))
    return types([
      'float_e2m1_t float_e2m1_t float float_ue8m0_t 32',
      'float_e2m1_t float_e2m1_t float float_ue4m3_t 16',
    ]);
  if (/F8F6F4/.test(op))
    return types([
      'float_e4m3_t float_e4m3_t float',
      'float_e5m2_t float_e2m1_t float',
      'float_e2m3_t float_e3m2_t half_t',
    ]);
  if (/_S8_/.test(op)) return types(['int8_t int8_t int32_t', 'uint8_t int8_t int32_t']);
  if (/TF32/.test(op)) return types(['tfloat32_t tfloat32_t float']);
  if (/F16BF16/.test(op)) return types(['half_t half_t float', 'bfloat16_t bfloat16_t float', 'half_t half_t half_t']);
  return types(['float float float']);
}

function ummaChoices(op: string): Assignment[] {
  const two = op.includes('2x1SM');
  const shapes = two
    ? [
        [128, 64],
        [256, 128],
        [256, 256],
        [128, 32],
      ]
    : [
        [128, 256],
        [64, 64],
        [128, 32],
        [64, 8],
        [128, 192],
      ];
  const fixed = {
    ScaleC: '0',
    a_neg: 'UMMA::ScaleIn::One',
    b_neg: 'UMMA::ScaleIn::One',
    c_sat: 'UMMA::Saturate::False',
  };
  return typesOf(op).flatMap((types) =>
    shapes.flatMap(([M, N], i) =>
      majors.map((b_major): Assignment => {
        const a_major = /_TS|MXF4/.test(op) ? 'UMMA::Major::K' : (majors[i % 2] ?? '');
        return {
          ...fixed,
          ...types,
          M: String(M),
          N: String(N),
          a_major,
          b_major: /MXF4/.test(op) ? 'UMMA::Major::K' : b_major,
        };
      }),
    ),
  );
}

/** One assignment a name: majors rotate with the name's place in the list. */
function gmmaChoices(op: string, index: number): Assignment[] {
  const major = (k: number): string => ((index >> k) % 2 === 0 ? 'GMMA::Major::K' : 'GMMA::Major::MN');
  return [
    {
      tnspA: op.includes('_RS') ? 'GMMA::Major::K' : major(1),
      tnspB: major(2),
      scaleA: 'GMMA::ScaleIn::One',
      scaleB: 'GMMA::ScaleIn::One',
      spsel: 'GMMA::SparseSel::Zero',
    },
  ];
}

function copyChoices(): Assignment[] {
  const aux = 'AuxTmaParams<Stride<_1,_0>,Layout<_1>,Swizzle<0,4,3>>';
  const tensor = 'Tensor<ViewEngine<ArithmeticTupleIterator<ArithmeticTuple<int,int>>>,Layout<_1>>';
  return ['4096', '65536'].flatMap((bits) =>
    [
      ['uint128_t', 'uint128_t'],
      ['half_t', 'half_t'],
      ['float', 'uint32_t'],
    ].map(([S = '', D = '']) => ({
      NumBitsPerTMA: `Int<${bits}>`,
      AuxParams_: aux,
      TMATensor: tensor,
      S,
      D,
      MaxVecBits: '128',
    })),
  );
}

function choices(spec: Specialisation, index: number): Assignment[] {
  const op = spec.args[0] ?? '';
  if (spec.kind === 'Copy') return copyChoices();
  if (/gmma/.test(spec.header)) return gmmaChoices(op, index);
  if (/UniversalFMA/.test(op))
    return [
      { D: 'float', A: 'half_t', B: 'half_t', C: 'float' },
      { D: 'double', A: 'double', B: 'double', C: 'double' },
    ];
  return ummaChoices(op);
}

/** The specialisation's arguments with its parameters replaced; each instantiation once. */
export function instantiations(spec: Specialisation, index: number): string[][] {
  const made = new Map<string, string[]>();
  for (const choice of spec.params.length === 0 ? [{}] : choices(spec, index)) {
    const args = spec.args.map((arg) =>
      arg.replace(/\b\w+\b/g, (word) => (spec.params.includes(word) ? (choice[word] ?? word) : word)),
    );
    made.set(
      args.join(', '),
      args.map((arg) => arg.replace(/,\s*/g, ',').replace(/<\s+/g, '<')),
    );
  }
  return [...made.values()];
}
