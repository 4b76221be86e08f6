// The version in package.json, which the build writes in; sources that run unbuilt say so.
declare const CUTE_LENS_VERSION: string | undefined;

export const version = typeof CUTE_LENS_VERSION === 'string' ? CUTE_LENS_VERSION : 'unbuilt';
