import type { AthleteRow } from '@sherpa/contracts/athlete'

/** A signed college athlete in a list. */
export const athleteRow = (more: Partial<AthleteRow> = {}): AthleteRow => ({
  id: '018f0000-0000-7000-8000-0000000000a1',
  givenName: 'Jonah',
  familyName: 'Okoye',
  preferredName: null,
  picture: null,
  stage: 'signed',
  sport: null,
  positions: [],
  level: 'college',
  school: null,
  classYear: null,
  state: null,
  minor: false,
  lookedAfterBy: [],
  tags: [],
  programs: [],
  custom: {},
  lastActiveAt: '2026-11-02T10:00:00Z',
  lastContactAt: null,
  createdAt: '2026-11-02T10:00:00Z',
  version: 1,
  ...more,
})
