/** Goes out with every statement of an organization: a span of its own would say nothing. */
const IGNORED = 'enter-organization'
/** Texts are built from a few hundred places; lists add some. */
const MAX_CACHED = 2000
const cached = new Map<string, string>()

/** The name of a prepared statement, or kind and first table. Undefined for statements without a span. */
export function describeStatement(statement: unknown): string | undefined {
  const { name, text } =
    typeof statement === 'string'
      ? { name: undefined, text: statement }
      : (statement as { name?: string; text?: string })
  if (name) return name === IGNORED ? undefined : name
  return text === undefined ? undefined : summarize(text)
}

function summarize(text: string) {
  const known = cached.get(text)
  if (known) return known
  // Without literals: no word of theirs is taken for a table.
  const bare = text.replace(/'(?:[^']|'')*'/g, "''").toLowerCase()
  const [kind = ''] = /[a-z]+/.exec(bare) ?? []
  const [, table] = /\b(?:from|into|update|call)\s+"?([a-z_][a-z0-9_]*)/.exec(bare) ?? []
  const [, called] = /^\s*select\s+([a-z_][a-z0-9_]*)\(/.exec(bare) ?? []
  const summary = [kind, table ?? called].filter(Boolean).join(' ')
  if (cached.size < MAX_CACHED) cached.set(text, summary)
  return summary
}
