import { expect, test } from 'vitest'
import { permissionSummary } from './permission-summary.ts'

const table = {
  roles: [
    {
      role: 'agent' as const,
      permissions: ['people.view' as const, 'people.invite' as const, 'billing.view' as const],
    },
    { role: 'coach' as const, permissions: ['people.view' as const] },
    { role: 'athlete' as const, permissions: [] },
  ],
}

test('summarizes a role by its permissions in the organization', () => {
  expect(permissionSummary('agent', table)).toBe('Can view people, invite people, and view plan and invoices.')
  expect(permissionSummary('coach', table)).toBe('Can view people.')
  const editors = [{ role: 'coach' as const, permissions: ['deals.view' as const, 'deals.edit' as const] }]
  expect(permissionSummary('coach', { roles: editors })).toBe('Can edit deals.')
  expect(permissionSummary('athlete', table)).toBe('Has no permissions in this organization.')
  expect(permissionSummary('owner', table)).toMatch(/everything/)
})
