/** Reads what a TypeScript file imports, with the compiler's own parser. */
import ts from "typescript";

export interface Import {
  readonly specifier: string;
  /** `type`: erased by the compiler. `lazy`: `import(…)` at run time. */
  readonly kind: "static" | "type" | "lazy";
}

/** Returns the imports and re-exports of a file, in order; computed specifiers of `import(…)` are left out. */
export function readImports(path: string, text: string): readonly Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, kind: isErased(node.importClause) ? "type" : "static" });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, kind: isErasedExport(node) ? "type" : "static" });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteralLike(specifier)) imports.push({ specifier: specifier.text, kind: "lazy" });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) imports.push({ specifier: literal.text, kind: "type" });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return imports;
}

/** Returns which of the given global names a file uses as values, such as `process`. */
export function readGlobals(path: string, text: string, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.includes(node.text) && !isMemberName(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return [...found].sort();
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function isErasedExport(node: ts.ExportDeclaration): boolean {
  if (node.isTypeOnly) return true;
  const clause = node.exportClause;
  if (!clause || !ts.isNamedExports(clause)) return false;
  return clause.elements.length > 0 && clause.elements.every((element) => element.isTypeOnly);
}

/** `a.process`, `{ process: 1 }` and declarations of members use the word, not the global. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    (ts.isQualifiedName(parent) && parent.right === node)
  );
}
