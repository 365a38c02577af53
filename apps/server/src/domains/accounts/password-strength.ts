import { accountMessages } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'

/** With a slow hash, a billion guesses are infeasible. */
const MIN_GUESSES = 1e9
/** Checking more is slow, and a strong beginning is enough. */
const CHECKED_LENGTH = 40

let estimator: Promise<(password: string, personal: string[]) => number> | undefined

/**
 * Checks locally against breached passwords, words, names, keyboard runs, dates, repetitions and the person's own
 * name and address.
 */
export async function rejectGuessable(password: string, field: string, personal: string[]) {
  estimator ??= loadEstimator()
  const estimate = await estimator
  const parts = personal
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  if (estimate(password.slice(0, CHECKED_LENGTH), ['sherpa', ...parts]) >= MIN_GUESSES) return
  throw new Refusal('invalid-fields', { errors: [{ field, message: accountMessages.passwordGuessable }] })
}

/** Loaded lazily: the dictionaries take 30 MB and 0.3 seconds. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Leetspeak matching is slow on passwords full of symbols.
    l33tMaxSubstitutions: 5,
  })
  return (password: string, personal: string[]) => factory.check(password, personal).guesses
}
