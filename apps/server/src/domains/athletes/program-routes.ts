import { programOperations } from '@sherpa/contracts/program-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { ProgramDayService } from './program-days.ts'
import type { Programs } from './programs.ts'

const limits = { person: 1000 }

export function programRoutes(endpoint: DefineEndpoint, programs: Programs, days: ProgramDayService) {
  endpoint(programOperations.programs, { limits: 'none' }, (viewer) => programs.list(viewer))
  endpoint(
    programOperations.addProgram,
    { limits, refusals: { 409: 'There are as many programs as there can be' } },
    ({ body, ...viewer }) => programs.add(viewer, body),
  )
  endpoint(programOperations.changeProgram, { limits }, ({ parameter, body, ...viewer }) =>
    programs.change(viewer, parameter('program'), body),
  )
  endpoint(
    programOperations.removeProgram,
    { limits, refusals: { 409: 'It has or had athletes or members' } },
    ({ parameter, ...viewer }) => programs.remove(viewer, parameter('program')),
  )
  endpoint(programOperations.programMembers, { limits: 'none' }, ({ query, ...viewer }) =>
    days.listMembers(viewer, query),
  )
  endpoint(programOperations.addProgramMember, { limits }, ({ body, ...viewer }) => days.addMember(viewer, body))
  endpoint(programOperations.changeProgramMember, { limits }, ({ parameter, body, ...viewer }) =>
    days.changeMember(viewer, parameter('programMember'), body),
  )
  endpoint(programOperations.removeProgramMember, { limits }, ({ parameter, ...viewer }) =>
    days.removeMember(viewer, parameter('programMember')),
  )
  endpoint(programOperations.addAthleteProgram, { limits }, ({ parameter, body, ...viewer }) =>
    days.addAthlete(viewer, parameter('athlete'), body),
  )
  endpoint(programOperations.changeAthleteProgram, { limits }, ({ parameter, body, ...viewer }) =>
    days.changeAthlete(viewer, parameter('athlete'), parameter('athleteProgram'), body),
  )
  endpoint(programOperations.removeAthleteProgram, { limits }, ({ parameter, ...viewer }) =>
    days.removeAthlete(viewer, parameter('athlete'), parameter('athleteProgram')),
  )
}
