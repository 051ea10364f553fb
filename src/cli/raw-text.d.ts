/** Tells the compiler that an import with `?raw` is the file's text; the build and the test runner make it so. */
declare module "*?raw" {
  const text: string;
  export default text;
}
