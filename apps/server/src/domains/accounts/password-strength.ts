import { accountMessages } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'

/** What a slow hash makes hopeless: a billion tries against one account. */
const ENOUGH_GUESSES = 1e9
/** Looking at more takes long, and a password whose beginning is strong is strong. */
const LOOKED_AT = 40

let estimator: Promise<(password: string, personal: string[]) => number> | undefined

/**
 * Refuses a password that guessing would soon find: 49,000 from data breaches are known here, words and names, keyboard runs,
 * dates, repetitions, and what the person is called. Nothing is sent anywhere.
 */
export async function refuseGuessable(password: string, field: string, personal: string[]) {
  estimator ??= loadEstimator()
  const estimate = await estimator
  const parts = personal
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  if (estimate(password.slice(0, LOOKED_AT), ['sherpa', ...parts]) >= ENOUGH_GUESSES) return
  throw new Refusal('invalid-fields', { errors: [{ field, message: accountMessages.passwordGuessable }] })
}

/** The lists take 30 MB and a third of a second: only when someone chooses a password. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Trying every way to read signs as letters takes long on a password made of them.
    l33tMaxSubstitutions: 5,
  })
  return (password: string, personal: string[]) => factory.check(password, personal).guesses
}
