import { allRoles, permissionsOf } from '@sherpa/contracts/organisation'
import { expect, test } from 'vitest'
import { rolesToHandOut } from './roles-to-hand-out.ts'

test('owners may give every role', () => {
  expect(rolesToHandOut(permissionsOf('owner', []), undefined)).toEqual(allRoles)
})

test('others give no role that may do more than their own', () => {
  expect(rolesToHandOut(permissionsOf('agent', []), undefined)).toEqual(['agent', 'coach', 'support-staff', 'athlete'])
})

test("an organization's own table counts where it is known", () => {
  const table = { roles: [{ role: 'coach' as const, permissions: ['people.view' as const, 'billing.view' as const] }] }
  expect(rolesToHandOut(permissionsOf('agent', []), table)).not.toContain('coach')
})
