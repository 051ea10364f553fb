// Skills that lie in a table: one row, one SKILL.md. For another database only the two statements change.

/** Creates the table in an open database of sql.js when it is not there, and gives the engine a source over it. */
export function createTableSource(database) {
  database.run("CREATE TABLE IF NOT EXISTS skills (name TEXT PRIMARY KEY, text TEXT NOT NULL)");
  const listeners = new Set();
  return {
    /** Goes into `openSkills({ sources })`. What throws here becomes a diagnostic; the skills stay as they were. */
    source: {
      name: "skills table",
      async load({ signal }) {
        signal?.throwIfAborted(); // A driver that works over the network would be given the signal.
        const [result] = database.exec("SELECT name, text FROM skills ORDER BY name");
        return (result?.values ?? []).map(([name, text]) => ({ name, text }));
      },
      watch(onChange) {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
    },
    /** Writes a row; an engine that watches reads the table again by itself. */
    save(name, text) {
      database.run("INSERT INTO skills VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text", [
        name,
        text,
      ]);
      for (const tell of listeners) tell();
    },
  };
}
