// Expressions of C++ and CuTe lower to what C++ means by them, even where the grammar by itself reads otherwise.
import { describe, expect, it } from 'vitest';
import { cudaFrontEnd, covered, lowerBody } from '../../support/front-end';
import { exprText } from '../../support/ir-text';
import { present } from '../../support/present';

/** What the initialiser of `auto x = source;` lowers to. */
async function valueOf(source: string): Promise<string> {
  const { body, program } = await lowerBody(`auto x = ${source};`);
  const x = body[0];
  if (x?.is !== 'Let' || x.init.how !== 'copy') throw new Error(`not a variable: ${JSON.stringify(x)}`);
  expect(program.problems, source).toEqual([]);
  return exprText(x.init.value);
}

describe('literals', () => {
  it.each([
    ['7', '7'],
    ['0x10ul', '16:size_t'],
    ['0b101', '5'],
    ['017', '15'],
    ["1'000'000", '1000000'],
    ['3u', '3:unsigned'],
    ['5ll', '5:int64_t'],
    ['2147483647', '2147483647'],
    ['2147483648', '2147483648:int64_t'],
    ['0xffffffff', '4294967295:unsigned'],
    ['-1', '(-1)'],
    ['1.5f', '1.5:float'],
    ['2.', '2:double'],
    ['1e3', '1000:double'],
    ['1e-2f', '0.01:float'],
    ['.5', '0.5:double'],
    ["'T'", "'T'"],
    [String.raw`'\n'`, "'\n'"],
    ['"a" "b"', '"ab"'],
    [String.raw`"x\ty"`, String.raw`"x\ty"`],
    ['R"(a\\b)"', String.raw`"a\\b"`],
    ['true', 'true'],
    ['nullptr', 'nullptr'],
    ['8_c', 'Int<8>{}'],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toBe(expected);
  });

  it('does not pretend to know what it cannot hold or has never seen', async () => {
    expect(await valueOf('0xFFFFFFFFFFFFFFF0')).toBe('?');
    expect(await valueOf('1_km')).toBe('?');
  });
});

describe('operators', () => {
  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['a << 2 | b', '((a << 2) | b)'],
    ['a >> 1', '(a >> 1)'],
    ['!a && ~b', '((!a) && (~b))'],
    ['a and not b', '(a && (!b))'],
    ['*p', '(*p)'],
    ['&p', '(&p)'],
    ['++i', '(++i)'],
    ['i--', '(i--)'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a = b', '(a = b)'],
    ['a += b', '(a += b)'],
    ['(a, b)', '(a , b)'],
    ['(Int<8>{},Int<4>{})', '(Int<8>{} , Int<4>{})'],
    ['p->q.r', 'p->q.r'],
    ['a[1][2]', 'a[1][2]'],
    ['s(_, 0)', 's(_, 0)'],
    ['this->x', 'this->x'],
    ['(T)y', 'c_cast<T>(y)'],
    ['(float)y', 'c_cast<float>(y)'],
    ['int(m)', 'int(m)'],
    ['static_cast<int>(y)', 'static_cast<int>(y)'],
    ['reinterpret_cast<T*>(y)', 'reinterpret_cast<pointer<T>>(y)'],
    ['sizeof(T)', 'sizeof(T)'],
    ['sizeof(int)', 'sizeof(int)'],
    ['sizeof...(Ts)', 'sizeof...(Ts)'],
    ['alignof(T)', 'alignof(T)'],
    ['decltype(a + b)::value', 'decltype((a + b))::value'],
    ['unsigned(3)', 'unsigned(3)'],
    ['f(xs...)', 'f(xs...)'],
    ['new T', '?'],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toBe(expected);
  });
});

describe('less-than beside templates', () => {
  it.each([
    ['m < size<1>(t)', '(m < size<1>(t))'],
    ['size<0>(a) < size<1>(b)', '(size<0>(a) < size<1>(b))'],
    ['a < b && c > d', '((a < b) && (c > d))'],
    ['a < b || size<0>(c) > (d)', '((a < b) || (size<0>(c) > d))'],
    ['k + 1 < n ? k + 1 : k', '(((k + 1) < n) ? (k + 1) : k)'],
    ['max < a && size > b', '((max < a) && (size > b))'],
    ['i<n && j>m', '((i < n) && (j > m))'],
    ['&kern<A && !B, C::k <= 128>', '(&kern<(A && (!B)), (C::k <= 128)>)'],
    ['Layout < Shape<_1, _2>, Stride <_2, _1>>{}', 'Layout<Shape<_1, _2>, Stride<_2, _1>>{}'],
    ['x.size<0>() < y.size<1>() ? 3 : 4', '((x.size<0>() < y.size<1>()) ? 3 : 4)'],
    ['M < N && K > 4', '((M < N) && (K > 4))'],
    ['conditional_t<X >= 90, A, B>{}', 'conditional_t<(X >= 90), A, B>{}'],
    ['enable_if_t<N < 4>{}', 'enable_if_t<(N < 4)>{}'],
    ['Int<(a < b) ? 1 : 2>{}', 'Int<((a < b) ? 1 : 2)>{}'],
    ['a <= size<0>(t)', '(a <= size<0>(t))'],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toBe(expected);
  });
});

describe('templates', () => {
  it.each([
    ['Int<8>{}', 'Int<8>{}'],
    ['Layout<Shape<_2,Shape<_4,_8>>>{}', 'Layout<Shape<_2, Shape<_4, _8>>>{}'],
    ['x.f<1>(s)', 'x.f<1>(s)'],
    ['x.template f<1>(s)', 'x.f<1>(s)'],
    ['p->template f<A, 2>()', 'p->f<A, 2>()'],
    ['T::template f<3>(a)', 'T::f<3>(a)'],
    ['typename A::B{}', 'A::B{}'],
    ['g(typename A<1>::B{}, 2)', 'g(A<1>::B{}, 2)'],
    ['typename decltype(mma)::AtomThrID{}', 'decltype(mma)::AtomThrID{}'],
    ['decltype(e){}', 'decltype(e){}'],
    ['f(decltype(e){1}, 2)', 'f(decltype(e){1}, 2)'],
    ['Int<size<0>(l)>{}', 'Int<size<0>(l)>{}'],
    ['Int<cosize(l)>{}', 'Int<cosize(l)>{}'],
    ['Int<N / 2>{}', 'Int<(N / 2)>{}'],
    ['Int<-1>{}', 'Int<(-1)>{}'],
    ['conditional_t<is_major<0,S>(), Step<_2,_1>, _3>{}', 'conditional_t<is_major<0, S>(), Step<_2, _1>, _3>{}'],
    ['repeat<rank<1,1>(t)>(_)', 'repeat<rank<1, 1>(t)>(_)'],
    ['std::tuple<int const*, float&, Ts...>{}', 'std::tuple<pointer<const<int>>, ref<float>, Ts...>{}'],
    ['cute::size<0>(x)', 'cute::size<0>(x)'],
    ['::cute::rank(x)', '::cute::rank(x)'],
    [
      'is_same_v<A<i, tuple<Args...>>, B<std::tuple<Args...>>>',
      'is_same_v<A<i, tuple<Args...>>, B<std::tuple<Args...>>>',
    ],
    ['f.template operator()<0>(a)', 'f.operator()<0>(a)'],
    ['&kernel<T, 4>', '(&kernel<T, 4>)'],
    ['A<unsigned long long>{}', 'A<unsigned long long>{}'],
    ['numeric_limits<float>::max()', 'numeric_limits<float>::max()'],
    ['CUTE_STATIC_V(size(x))', 'decltype(size(x))::value'],
    ['T{.a = 1, .b = 2}', 'T{.a = 1, .b = 2}'],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toBe(expected);
  });
});

describe('lambdas, folds and launches', () => {
  it.each([
    ['[&](auto const& t, int k = 3) -> int { return t; }', '[](ref<const<auto>> t, int k = 3) -> int {return t;}'],
    ['[&, y = x + 1] { return y; }()', '[y = (x + 1)]() {return y;}()'],
    ['[] <class T> (T t) { return t; }', '[]template<type T> (T t) {return t;}'],
    ['[](auto... xs) { return (xs + ... + 0); }', '[](auto... xs) {return fold(right + xs, 0);}'],
    ['[](auto... xs) { return (0 + ... + xs); }', '[](auto... xs) {return fold(left + xs, 0);}'],
    ['[](auto... xs) { return (xs && ...); }', '[](auto... xs) {return fold(right && xs);}'],
    ['[=] __device__ (int i) { return i; }', '[=](int i) {return i;}'],
    ['[a, &b, c = d, &e = f, args...] {}', '[a, args, c = d, &e = f]() {}'],
    ['[=, &b, this] {}', '[=, &b]() {}'],
    ['[&, a] {}', '[a]() {}'],
    ['[&](auto& f) -> Array<float,4> { return {f[0]}; }', '[](ref<auto> f) -> Array<float, 4> {return {f[0]};}'],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toBe(expected);
  });

  it.each([
    ['k<<<grid, block>>>(a, b);', 'k<<<grid, block>>>(a, b)'],
    ['k<T, 4><<<dim3(1), 128, sizeof(S<T>), stream>>>();', 'k<T, 4><<<dim3(1), 128, sizeof(S<T>), stream>>>()'],
    ['ns::k<decltype(cfg)><<<size<0>(g), f(1, 2)>>>(c<3>);', 'ns::k<decltype(cfg)><<<size<0>(g), f(1, 2)>>>(c<3>)'],
    ['cudaLaunchKernelEx(&config, kernel<A>, args);', 'cudaLaunchKernelEx((&config), kernel<A>, args)'],
  ])('%s', async (source, expected) => {
    const { text, body, program } = await lowerBody(source);
    const [statement] = body;
    if (statement?.is !== 'Expr') throw new Error('not an expression');
    expect(exprText(statement.expr)).toBe(expected);
    expect(covered(text, statement.expr.span)).toBe(source.slice(0, -1));
    expect(program.problems).toEqual([]);
  });
});

describe('spans', () => {
  it('cover exactly the source of calls, members, scopes, launch arguments and template arguments', async () => {
    const source = 'auto x = ns::make<Shape<_2, _4>>(a.get<1>(b), typename T::L{}, m < size<0>(t));';
    const { text, body } = await lowerBody(source);
    const x = body[0];
    if (x?.is !== 'Let' || x.init.how !== 'copy' || x.init.value.is !== 'Call') throw new Error('not a call');
    const call = x.init.value;
    expect(covered(text, x.span)).toBe(source);
    expect(covered(text, x.nameSpan)).toBe('x');
    expect(covered(text, call.span)).toBe(source.slice(9, -1));
    expect(call.args.map((a) => covered(text, a.span))).toEqual(['a.get<1>(b)', 'T::L{}', 'm < size<0>(t)']);
    if (call.callee.is !== 'Scope') throw new Error('not a scope');
    expect(covered(text, call.callee.idSpan)).toBe('make');
    expect(covered(text, present(present(call.callee.args)[0]).span)).toBe('Shape<_2, _4>');
    const shape = present(present(call.callee.args)[0]);
    expect(shape.is === 'Name' && present(shape.args).map((a) => covered(text, a.span))).toEqual(['_2', '_4']);
    const member = present(call.args[0]);
    expect(member.is === 'Call' && member.callee.is === 'Member' && covered(text, member.callee.idSpan)).toBe('get');
    const less = present(call.args[2]);
    expect(less.is === 'Binary' && [less.left, less.right].map((e) => covered(text, e.span))).toEqual([
      'm',
      'size<0>(t)',
    ]);
  });

  it('find the configuration of a launch where it stands', async () => {
    const { text, body } = await lowerBody('kern<A><<<grid, 128 >>>(p, q);');
    const [launch] = body;
    if (launch?.is !== 'Expr' || launch.expr.is !== 'Launch') throw new Error('not a launch');
    expect(launch.expr.config.map((e) => covered(text, e.span))).toEqual(['grid', '128']);
    expect(launch.expr.args.map((e) => covered(text, e.span))).toEqual(['p', 'q']);
    expect(covered(text, launch.expr.kernel.span)).toBe('kern<A>');
  });
});

describe('snippets', () => {
  it.each([
    ['512', '512'],
    ['Int<4>{}', 'Int<4>{}'],
    ['half_t', 'half_t'],
    ['float', 'float'],
    ['Traits<64, 128, half_t>', 'Traits<64, 128, half_t>'],
    ['float const*', 'pointer<const<float>>'],
    ['make_shape(M, _8{})', 'make_shape(M, _8{})'],
    ['a < b', '(a < b)'],
    ['ns::T<3>::U', 'ns::T<3>::U'],
  ])('reads the expression or type %s', async (source, expected) => {
    const expr = (await cudaFrontEnd()).parseExpression(source, 'x');
    expect(exprText(expr)).toBe(expected);
    expect(covered(source, expr.span)).toBe(source);
  });

  it('reads nested braces after decltype in time that does not explode', async () => {
    const depth = 40;
    expect(await valueOf(`${'decltype(e){'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe(
      `${'decltype(e){'.repeat(depth)}1${'}'.repeat(depth)}`,
    );
  });

  it('says so where there is no expression', async () => {
    const frontEnd = await cudaFrontEnd();
    for (const source of ['', ')', 'a b c d', '1 +', '{{{', '@', ';'])
      expect(frontEnd.parseExpression(source).is, source).toBe('Opaque');
  });

  it('reads statements at their places', async () => {
    const source = 'auto a = Int<4>{};\nLayout b = make_layout(a);';
    const [a, b] = (await cudaFrontEnd()).parseStatements(source);
    expect(a?.is === 'Let' && covered(source, a.nameSpan)).toBe('a');
    expect(b?.is === 'Let' && covered(source, b.span)).toBe('Layout b = make_layout(a);');
  });
});
