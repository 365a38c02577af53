import { allRoles, type PermissionSetting, permissionsOf } from '@sherpa/contracts/organization'
import { expect, test } from 'vitest'
import { rolesToHandOut } from './roles-to-hand-out.ts'

const tableWith = (...settings: PermissionSetting[]) => ({
  roles: allRoles.map((role) => ({ role, permissions: permissionsOf(role, settings) })),
})

test('owners may assign every role', () => {
  expect(rolesToHandOut(permissionsOf('owner', []), tableWith())).toEqual(allRoles)
})

test('others may assign only roles with no more permissions than their own', () => {
  const roles = rolesToHandOut(permissionsOf('agent', []), tableWith())
  expect(roles).toEqual(['agent', 'coach', 'support-staff', 'athlete'])
})

test('respects the organization’s permission settings', () => {
  const table = tableWith({ role: 'coach', permission: 'billing.view', allowed: true })
  expect(rolesToHandOut(permissionsOf('agent', []), table)).not.toContain('coach')
})
