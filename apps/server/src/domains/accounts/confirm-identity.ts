import { accountMessages } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { ConfirmIdentity } from '../../http/access.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'

type Parts = { passwords: Pick<Passwords, 'confirm'>; secondFactor: Pick<SecondFactor, 'requireCodeIfOn'> }

/** With a second factor, a password is not enough: the browser may have filled it in. */
export function createIdentityConfirmation({ passwords, secondFactor }: Parts): ConfirmIdentity {
  return async (person, { password, code }) => {
    if (person.secondFactor) return secondFactor.requireCodeIfOn(person, code)
    if (password === undefined) {
      const message = accountMessages.passwordRequired
      throw new Refusal('invalid-fields', { errors: [{ field: 'password', message }] })
    }
    await passwords.confirm(person, password)
  }
}
