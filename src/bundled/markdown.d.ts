/** Tells the compiler that an imported `.md` file is its text; the build and the test runner make it so. */
declare module "*.md" {
  const text: string;
  export default text;
}
