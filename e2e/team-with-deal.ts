import type { APIRequestContext } from '@playwright/test'
import { pdf } from '../apps/server/test/sample-files'
import { askAs, assumeSecondFactor, linkAthlete, type Member, makeTeam, password } from './platform'

type Version = { number: number; hash: string }
type Deal = { id: string; version: number; newestVersion: number; versions: Version[] }

/** Agency with an agent, a member without money.view, an athlete with an account, and a fully signed deal. */
export async function makeTeamWithDeal(
  request: APIRequestContext,
  {
    kind,
    terms,
    athlete: [givenName, familyName] = ['Dejan', 'Petrov'],
    company: companyName = 'Duluth Ironclads',
  }: { kind: 'contract' | 'nil'; terms: object; athlete?: [string, string]; company?: string },
) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Ada Assistant', role: 'support-staff' },
    { name: `${givenName} ${familyName}`, role: 'athlete' },
  )
  const [agent, assistant, player] = members as [Member, Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask(owner, 'athletes', {
    givenName,
    familyName,
    birthDate: '1998-03-03',
    level: 'pro',
    stage: 'signed',
  })
  await linkAthlete(athlete.id, player)
  const company = await ask(owner, 'companies', {
    name: companyName,
    kind: kind === 'contract' ? 'club' : 'brand',
  })
  const draft = await ask<Deal>(agent, 'deals', { athleteId: athlete.id, companyId: company.id, kind, terms })
  await ask(agent, `deals/${draft.id}/review`, { version: draft.version })
  const approved = await ask<Deal>(owner, `deals/${draft.id}/decisions`, {
    number: 1,
    decision: 'approved',
    comment: null,
  })
  await ask(player, `deals/${draft.id}/signatures`, {
    number: approved.newestVersion,
    hash: approved.versions[0]?.hash,
    name: player.name,
    agrees: true,
    password,
  })
  await assumeSecondFactor(agent, false)
  const copy = { side: 'company', signer: 'Sofia Brandt', number: 1, password }
  const { token } = await ask<{ token: string }>(agent, `deals/${draft.id}/signed-papers/confirmation`, copy)
  await ask(agent, `deals/${draft.id}/signed-papers?token=${token}`, pdf)
  await assumeSecondFactor(agent)
  return { owner, agent, assistant, player, organization, deal: draft.id, athlete: athlete.id, company: company.id }
}
