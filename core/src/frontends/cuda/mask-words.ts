// The words that the grammar is shown for what it cannot read.

/** The callee that carries a launch's configuration: `k<<<g, b>>>(x)` is given to the grammar as
 *  `k(__cute_launch(g, b), x)`. */
export const LAUNCH = '__cute_launch';
/** `decltype(e){…}` is given to the grammar as `_dbrace_(e, {…})`, a word of the same length. */
export const DECLTYPE_BRACE = '_dbrace_';
/** What stands between the ends of `case a ... b:`, where nothing else means anything. */
export const CASE_RANGE = '<=>';

/** The type that a braced default argument is given for the grammar's sake. */
export const NO_TYPE = '_braced_';

/** The template of which a default that is an array or a function is shown as an argument: the grammar knows none. */
export const OF_TYPE = '_of_type_';

/** The name that the grammar is shown for a macro that is not expanded. */
export const NOT_EXPANDED = '_macro_that_grows_without_end_';

/** The name that the grammar is shown of an enumeration without one, before its type. */
export const NO_NAME = '_unnamed_';

/** The mark of `C::` in `C::*`. */
export const MEMBER_OF = 'member of';

/** The mark of `requires c;` in a requires-expression, where the grammar is shown a number: it takes most conditions
 *  behind that word for something else. */
export const NESTED_REQUIREMENT = 'nested requirement';
