struct Implicit { int 1; Implicit() { return Implicit() + Implicit() } };
struct OfImplicit : Implicit {  };
struct OfImplicitToo : Implicit { int m; OfImplicitToo() : m(n + 1) {} };
  OfImplicit i;
  OfImplicitToo j