import type { Delivery } from '@sherpa/contracts/notification'
import type { ReachedPerson } from '@sherpa/contracts/reminder'

const list = new Intl.ListFormat('en-US')
const ways: [Delivery, (names: string) => string][] = [
  ['mail', (names) => `Emailed ${names}.`],
  ['digest', (names) => `${names} will read it in the next daily digest.`],
  ['bell', (names) => `Notified ${names} in Sherpa, without email.`],
]

/** "Emailed Jonah Okoye and Mari Okoye (guardian)." */
export function reachedSentence(reached: readonly ReachedPerson[]) {
  return ways
    .flatMap(([way, sentence]) => {
      const names = reached.filter(({ how }) => how === way).map(nameOf)
      return names.length > 0 ? [sentence(list.format(names))] : []
    })
    .join(' ')
}

function nameOf({ name, as }: ReachedPerson) {
  if (name === null) return 'the approvers'
  return as === 'guardian' ? `${name} (guardian)` : name
}
