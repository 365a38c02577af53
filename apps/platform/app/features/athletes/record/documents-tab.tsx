import { agreementsApi } from '@sherpa/api-client/agreements'
import { filesApi } from '@sherpa/api-client/files'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { useDisclosuresOf } from '../../disclosures/disclosures-of-record.tsx'
import { AgreementsPanel } from '../agreements/agreements-panel.tsx'
import { AthleteFiles } from '../files/athlete-files.tsx'
import { useAthleteRecord } from './athlete-context.ts'

export function Component() {
  const { athlete } = useAthleteRecord()
  const { id: organization, may } = useOrganization()
  const of = { organization, athlete: athlete.id }
  const agreements = agreementsApi.useAgreementsQuery(of, { skip: !may('deals.view') })
  const notices = useDisclosuresOf({ athlete: athlete.id, kind: 'school-72h' })
  const files = filesApi.useAthleteFilesQuery(of)
  return (
    <div className="record-main">
      <Ready queries={[agreements, notices, files]}>
        {() => (
          <div className="flex flex-col gap-7">
            <AgreementsPanel athlete={athlete.id} isSigned={athlete.stage === 'signed'} />
            <AthleteFiles athlete={athlete.id} minor={athlete.minor} />
          </div>
        )}
      </Ready>
    </div>
  )
}
