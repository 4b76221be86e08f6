#include <cute/tensor.hpp>
using namespace cute;

// A member function that is called by its name alone acts on the same object.
struct Counter {
  int v = 0;
  void one() { v += 3; }
  int get() const { return v; }
  void two() { one(); v += 1; }
  int twice() { one(); return get() + get(); }
  void add(int n) {
    if (n > 0) {
      v += 3;
      add(n - 1);
    }
  }
  template <int N>
  void many() { v += N; }
  void templated() { many<4>(); this->template many<5>(); }
};

// Constructors of bases, and constructors that leave the work to others.
struct Base {
  int n = 3;
  Base() {}
  explicit Base(int given) : n(given * 2) {}
  int extent() const { return n; }
  void grow() { n += 1; }
};

struct Derived : Base {
  int k;
  explicit Derived(int given) : Base(given), k(given) {}
  Derived() : Derived(5) {}
  void growTwice() { grow(); Base::grow(); }
  int both() const { return extent() + Base::extent() + k; }
};

// CRTP: the base calls what the derived class defines.
template <class Self>
struct Shaped {
  CUTE_HOST_DEVICE auto layout() const { return make_layout(static_cast<Self const*>(this)->shape()); }
  CUTE_HOST_DEVICE auto layoutOfReference() const { return make_layout(static_cast<unction sees the object.
struct Captured {
  int v =elf const&>(*this).shape()); }
  Self& self() { return static_cast<Self&>(*this); }
  void widen() { self().width += 1; }
};

struct Wide : Shaped<Wide> {
  int width = 8;
  CUTE_HOST_DE).shape()); }
  Self& self() { return static_cast<Self&>(*this); }
  void widen() { self().width += 1; }
};

struct Wide : Shaped<Wide> {
  int width = 8;
  CUTE_HOST_DEVICE auto shape() const { return make_shape(width, _4{}); }
};

// The lambda of a member fS 2;
  int run() {
    auto bump = [&]() { v += 5; };
    bump();
    auto other = [this]() { v += 7; };
    other();
    return v;
  }
};
// A chain of references to the object itself.
struct Builder {
  int m = 1, n = 63;
  Builder& rows(int value) { m = value; return *this; }
  Builder& columns(int value) { n = value; return *this; }
};

struct Outer {
  Counter counter;
  Counter& inner() { return counter; }
  void touch() { counter.one(); inner().one(); }
};

// A virtual function is that of the object's class.
struct Shape2 {
  virtual int rows() const { return 1; }
  int cells() const { return rows() * 10; }
  int own() const { return Shape2::rows(); }
};
struct Tall : Shape2 {
  int rows() const override { return 7; }
};

int main() {
  Counter a;
  a.two();
  auto by_name = make_layout(make_shape(a.v, _4{}));
  //   ^^^^^^^ (4,_4):(_1,4)
  Counter b;
  auto twice = make_layout(make_shape(b.twice(), _4{}));
  //   ^^^^^ (6,_4):(_1,6)
  Counter c;
  c.add(4);
  auto recursive = make_layout(make_shape(c.v, _4{}));
  //   ^^^^^^^^^ (12,_4):(_1,12)
  Counter d;
  d.templated();
  auto templated = make_layout(make_shape(d.v, _4{}));
  //   ^^^^^^^^^ (9,_4):(_1,9)
  Derived e(4);
  auto of_base = make_layout(make_shape(e.n, e.k));
  //   ^^^^^^^ (8,4):(_1,8)
  Derived f;
  f.growTwice();
  auto delegated = make_layout(make_shape(f.n, f.k, f.both()));
  //   ^^^^^^^^^ (12,5,29):(_1,12,60)
  Wide g;
  g.widen();
  auto crtp = g.layout();
  //   ^^^^ (9,_4):(_1,9)
  auto crtp_reference = g.layoutOfReference();
  //   ^^^^^^^^^^^^^^ (9,_4):(_1,9)
  Captured h;
  auto captured = make_layout(make_shape(h.run(), h.v));
  //   ^^^^^^^^ (14,14):(_1,14)
  Builder i = Builder{}.rows(3).columns(5);
  auto built = make_layout(make_shape(i.m, i.n));
  //   ^^^^^ (3,5):(_1,3)
  Builder j;
  j.rows(6).columns(7);
  auto chained = make_layout(make_shape(j.m, j.n));
  //   ^^^^^^^ (6,7):(_1,6)
  Tall tall;
  auto overridden = make_layout(make_shape(tall.cells(), tall.own(), tall.rows()));
  //   ^^^^^^^^^^ (70,1,7):(_1,70,70)
  Outer k;
  k.touch();
  auto nested = make_layout(make_shape(k.counter.v, _4{}));
  //   ^^^^^^ (6,_4):(_1,6)
}
