// More shared memory than a block can have: declared, requested by a launch, or requested without opting in.
import { say } from '../../../base/say';
import type { Fact, Fix, Instance, SharedVariable, SourceText } from '../../../analysis';
import { grouped } from '../../../base/collect';
import { functionAround } from '../../../ir/outline';
import { nameOf } from '../../../ir/spelled';
import { codeOf } from '../../../text/code';
import { indentOf, lineStart } from '../../../text/lines';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { dynamicBytes, optInLimitBytes, staticBytes, STATIC_LIMIT_BYTES, variablesOf } from '../../lib/shared-memory';

const attribute = /MaxDynamicSharedMemorySize/i;

/** True where the source names the attribute that lets a kernel have more, in code or in a macro. Few texts contain
 *  the name, and of those alone the code is read. */
function asksForMore(source: SourceText): boolean {
  return attribute.test(source.text) && attribute.test(codeOf(source));
}

const kernels = (facts: Facts): readonly Instance[] =>
  facts.evaluation.instances.filter(({ launch }) => launch !== undefined);

export const staticSharedLimit: Check = {
  slug: 'static-shared-limit',
  topic: 'memory',
  level: 'warning',
  title: 'A kernel declares more than 48 KB of shared memory',
  explains: `Shared variables whose sizes are in the source may have 49,152 bytes together (CUDA C++ Programming Guide: more *must use dynamic shared memory*). The assembler refuses more, except that of CUDA 13.0 for sm_90a.
Larger memory must be dynamic shared memory: \`extern __shared__\`, the size in the launch, and \`cudaFuncSetAttribute\` with \`cudaFuncAttributeMaxDynamicSharedMemorySize\`.

Variables of unknown size are not counted, nor are variables that are never used.
The compiler also removes variables that are only written and never read; the check counts those.`,
  bad: `__global__ void kernel(float* out) {
  __shared__ float memory[128 * 128];
  memory[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x ^ 1];
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  good: `__global__ void kernel(float* out) {
  __shared__ float memory[128 * 96];
  memory[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x ^ 1];
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  *find(facts) {
    for (const { id } of kernels(facts)) {
      const declared = variablesOf(facts, id).filter(({ dynamic }) => !dynamic);
      if (staticBytes(declared) <= STATIC_LIMIT_BYTES) continue;
      const variables = declared.filter((variable) => isUsed(variable, facts));
      const bytes = staticBytes(variables);
      const largest = [...variables].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))[0];
      if (bytes <= STATIC_LIMIT_BYTES || !largest) continue;
      const all =
        variables.length === 1 ? say`\`${largest.name}\` has` : say`the ${variables.length} shared variables have`;
      yield {
        span: largest.span,
        instance: id,
        message: say`${all} ${grouped(bytes)} bytes; more than ${grouped(STATIC_LIMIT_BYTES)} must be dynamic shared memory`,
      };
    }
  },
};

/** False for a variable that is never used: the compiler removes it. */
function isUsed({ span }: SharedVariable, facts: Facts): boolean {
  const isUse = ({ declared }: Fact): boolean =>
    declared !== undefined && declared.file === span.file && declared.start === span.start;
  return [...facts.evaluation.facts.values()].some((all) => all.some(isUse));
}

export const sharedLimit: Check = {
  slug: 'shared-limit',
  topic: 'memory',
  level: 'error',
  title: 'A launch asks for more shared memory than a block may have on the architecture',
  explains: `A block may have 163 KB on sm_80, 99 KB on sm_86 and sm_89, 227 KB on sm_90 and sm_100, 64 KB on sm_75, 96 KB on sm_70, 99 KB on sm_120 (CUDA C++ Programming Guide 13.0, *Technical Specifications per Compute Capability*).
The launch fails with *invalid argument*, and the kernel does not run.

The check adds the kernel's own shared variables and the bytes of the launch, and compares with the limit of the architecture in \`cuteLens.arch\`.
It is silent where the bytes of the launch are not known.`,
  bad: `__global__ void kernel() { extern __shared__ char memory[]; }
int main() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 240000);
  kernel<<<1, 128, 240000>>>();
}`,
  good: `__global__ void kernel() { extern __shared__ char memory[]; }
int main() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000);
  kernel<<<1, 128, 150000>>>();
}`,
  *find(facts) {
    const limit = optInLimitBytes(facts.evaluation.arch);
    if (limit === undefined) return;
    for (const instance of kernels(facts)) {
      const own = staticBytes(variablesOf(facts, instance.id));
      const asked = dynamicBytes(instance);
      const span = instance.launch?.at.sharedBytes ?? instance.at;
      if (asked === undefined || own + asked <= limit || !span || own > limit) continue;
      const together = own === 0 ? '' : say` with the kernel's own ${grouped(own)}`;
      yield {
        span,
        message: say`${grouped(asked)} bytes of shared memory${together} are more than the ${grouped(limit)} that a block has on sm_${facts.evaluation.arch / 10}`,
      };
    }
  },
};

export const sharedOptIn: Check = {
  slug: 'shared-opt-in',
  topic: 'memory',
  level: 'warning',
  title: 'A launch asks for more than 48 KB of shared memory, and the kernel has not opted in',
  explains: `A kernel gets more than 49,152 bytes only if the program has called \`cudaFuncSetAttribute\` with \`cudaFuncAttributeMaxDynamicSharedMemorySize\` for it.
Otherwise the launch fails with *invalid argument*, which a program that does not check for errors does not notice.

It is silent where any file of the program names \`MaxDynamicSharedMemorySize\`, where a header of the program is not found, and for launches through CUTLASS, which calls it.`,
  bad: `__global__ void kernel() { extern __shared__ char memory[]; }
int main() { kernel<<<1, 128, 64 * 1024>>>(); }`,
  good: `__global__ void kernel() { extern __shared__ char memory[]; }
int main() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  kernel<<<1, 128, 64 * 1024>>>();
}`,
  *find(facts) {
    const { sources, wants, missing } = facts.evaluation;
    if (wants.length > 0 || missing.length > 0 || [...sources.values()].some(asksForMore)) return;
    for (const instance of kernels(facts)) {
      const found = unasked(instance, facts);
      if (found) yield found;
    }
  },
};

function unasked(instance: Instance, facts: Facts): Finding | undefined {
  const span = instance.launch?.at.sharedBytes;
  const bytes = dynamicBytes(instance);
  const isPlain = facts.expressionAt(instance.at)?.is === 'Launch';
  if (!span || bytes === undefined || bytes <= STATIC_LIMIT_BYTES || !isPlain) return undefined;
  return {
    span,
    message: say`${grouped(bytes)} bytes are more than a kernel has without cudaFuncSetAttribute(${instance.kernel}, cudaFuncAttributeMaxDynamicSharedMemorySize, …), which is called nowhere`,
    fixes: fixesOf(instance, span, facts),
  };
}

/** Inserts the call on a line before the launch. There is no repair for a template whose arguments the compiler
 *  deduces at the launch, since the call would have to name them. */
function fixesOf({ at, launch }: Instance, bytes: Finding['span'], facts: Facts): readonly Fix[] {
  const written = facts.expressionAt(at);
  if (!at || !launch || written?.is !== 'Launch') return [];
  const { text } = facts.sourceOf(at);
  const name = facts.textAt(written.kernel.span);
  const kernel = functionAround(facts.sourceOf(launch.kernel), launch.kernel);
  const isTemplate = kernel?.templates.some((params) => params.length > 0) ?? true;
  const hasArguments = nameOf(written.kernel)?.args !== undefined;
  const indent = indentOf(text, at.start);
  if (lineStart(text, at.start) + indent.length !== at.start || (isTemplate && !hasArguments)) return [];
  const call = `cudaFuncSetAttribute(${name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${facts.textAt(bytes)});`;
  return [
    {
      title: say`Call cudaFuncSetAttribute before the launch`,
      edits: [{ span: { file: at.file, start: at.start, end: at.start }, text: `${call}\n${indent}` }],
      preferred: true,
    },
  ];
}
