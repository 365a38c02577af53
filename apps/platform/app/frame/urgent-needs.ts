import type { NeedGroup, Needs } from '@sherpa/contracts/home'

export const countIn = ({ groups }: Pick<Needs, 'groups'>, name: NeedGroup) =>
  groups.find(({ group }) => group === name)?.count ?? 0

/** Late and today: what the badge counts. */
export const urgentNeeds = (needs: Pick<Needs, 'groups'>) => countIn(needs, 'late') + countIn(needs, 'today')
