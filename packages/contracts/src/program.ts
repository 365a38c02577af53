import * as z from 'zod/mini'
import { day } from './days.ts'
import { sportIds } from './sports.ts'
import { requiredLine } from './text.ts'

export const programGenders = { women: 'Women', men: 'Men', mixed: 'Mixed' } as const
type ProgramGender = keyof typeof programGenders
export const MOST_PROGRAMS = 200
/** Counting further does not change what to do. */
export const MOST_COUNTED_IN_PROGRAM = 1000

const uuid = z.uuid().check(z.toLowerCase())
const facts = {
  name: requiredLine(100, 'Enter a name'),
  sport: z.nullable(z.enum(sportIds, 'Choose a sport')),
  gender: z.nullable(z.enum(Object.keys(programGenders) as ProgramGender[], 'Choose women, men or mixed')),
}
export const newProgram = z.strictObject(facts)
export type NewProgram = z.infer<typeof newProgram>

/** An archived program gives nobody access, and takes no new athletes or members. */
export const programChange = z.partial(z.strictObject({ ...facts, archived: z.boolean() }))
export type ProgramChange = z.infer<typeof programChange>

/** A program by name. */
export const programName = z.object({ id: z.uuid(), name: z.string() })
export type ProgramName = z.infer<typeof programName>

export const program = z.extend(programName, {
  sport: facts.sport,
  gender: facts.gender,
  archived: z.boolean(),
  /** In the program today, counted up to 1,001. */
  athletes: z.int(),
  members: z.int(),
})
export type Program = z.infer<typeof program>
export const programList = z.object({ programs: z.array(program) })
export type ProgramList = z.infer<typeof programList>

const endsAfterStart = z.refine<{ startsOn: string; endsOn: string | null }>(
  ({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn,
  { path: ['endsOn'], message: 'Choose a day on or after the first' },
)
const days = {
  startsOn: day,
  /** The last day. Null: open. */
  endsOn: z.nullable(day),
}
export const programDays = z.strictObject(days).check(endsAfterStart)
export type ProgramDays = z.infer<typeof programDays>

export const newAthleteProgram = z.strictObject({ programId: uuid, ...days }).check(endsAfterStart)
export type NewAthleteProgram = z.infer<typeof newAthleteProgram>

/** Time of an athlete in a program. */
export const athleteProgram = z.object({
  id: z.uuid(),
  program: programName,
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
})
export type AthleteProgram = z.infer<typeof athleteProgram>

export const newProgramMember = z.strictObject({ programId: uuid, userId: uuid, ...days }).check(endsAfterStart)
export type NewProgramMember = z.infer<typeof newProgramMember>

export const programMembersQuery = z.strictObject({ person: z.optional(uuid), program: z.optional(uuid) })
export type ProgramMembersQuery = z.infer<typeof programMembersQuery>

/** Time of a member in a program. */
export const programMember = z.extend(athleteProgram, { person: z.object({ id: z.uuid(), name: z.string() }) })
export type ProgramMember = z.infer<typeof programMember>
export const programMemberList = z.object({ members: z.array(programMember) })
export type ProgramMemberList = z.infer<typeof programMemberList>
