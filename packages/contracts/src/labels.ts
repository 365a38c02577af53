import type { OrganizationKind } from './organization.ts'

/** Names in the API's documentation, exports and stored details, for every type of organization. */
export const stages = {
  prospect: 'Prospect',
  recruiting: 'Recruiting',
  signed: 'Signed',
  former: 'Former',
} as const
type Stage = keyof typeof stages

/** Names in the API's documentation and stored details, for every type of organization. */
export const roles = {
  owner: 'Owner',
  agent: 'Agent',
  coach: 'Coach',
  'support-staff': 'Support staff',
  athlete: 'Athlete',
  compliance: 'Compliance',
} as const
type Role = keyof typeof roles

export type Labels = { stages: Readonly<Record<Stage, string>>; roles: Readonly<Record<Role, string>> }

/** Names on screens and in mail, by type of organization. */
export const labels: Readonly<Record<OrganizationKind, Labels>> = {
  agency: { stages, roles },
  team: { stages: { ...stages, signed: 'On roster' }, roles: { ...roles, agent: 'Administrator' } },
  'athletic-department': {
    stages: { ...stages, signed: 'Enrolled' },
    roles: { ...roles, agent: 'Administrator' },
  },
  collective: {
    stages: { ...stages, recruiting: 'In talks', signed: 'Member' },
    roles: { ...roles, agent: 'Manager' },
  },
}

/** The label of a role that stored details name. Other text stays. */
export const roleNamed = (stored: string, to: Labels) => translate(stored, roles, to.roles)

/** The label of a stage that stored details name. Other text stays. */
export const stageNamed = (stored: string, to: Labels) => translate(stored, stages, to.stages)

function translate<Key extends string>(stored: string, names: Record<Key, string>, to: Record<Key, string>) {
  const key = (Object.keys(names) as Key[]).find((one) => names[one] === stored)
  return key ? to[key] : stored
}
