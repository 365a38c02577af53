import { onFirstUse } from './on-first-use.ts'

const lists = onFirstUse(() => new Intl.ListFormat('en-US'))

/** "Amara Cole, Lin Zhao, and Sam Okafor" */
export const listInWords = (words: readonly string[]) => lists().format(words)
