import type { Token } from './tokens.ts'

/** Verbs of the vocabulary whose forms mean the same: managing, managed, manages. */
const verbs = new Set(
  'manage handle represent oversee advise assign play attend live look work belong own owe expect receive collect earn sell make book submit file deliver prepare reconcile expire begin commence conclude renew hold control weigh throw measure spend'.split(
    ' ',
  ),
)

/** Tokens with unknown verb forms replaced by their verb. */
export const withoutInflections = (tokens: readonly Token[], isKnown: (stem: string) => boolean): Token[] =>
  tokens.map((token) => {
    const verb = isKnown(token.stem) ? undefined : verbOf(token.stem)
    return verb ? { ...token, stem: verb } : token
  })

/** A phrase of fillers, with all forms of its verb. */
export function formsOf(phrase: string): string[] {
  const [verb = '', ...others] = phrase.split(' ')
  if (!verbs.has(verb)) return [phrase]
  const root = verb.replace(/e$/, '')
  return [verb, `${root}ed`, `${root}ing`].map((form) => [form, ...others].join(' '))
}

function verbOf(form: string) {
  const [, root] = /^(.{2,}?)(?:e[ds]|ing)$/.exec(form) ?? []
  if (!root) return undefined
  return [root, `${root}e`, root.slice(0, -1)].find((verb) => verbs.has(verb))
}
