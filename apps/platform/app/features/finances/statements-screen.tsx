import { athletesApi } from '@sherpa/api-client/athletes'
import { financesApi } from '@sherpa/api-client/finances'
import { athleteName } from '@sherpa/contracts/athlete'
import type { Statement, StatementQuery } from '@sherpa/contracts/statement'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { usePhone } from '../../list/use-phone.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { SendPaperForm } from './send-paper-form.tsx'
import { StatementAthletes } from './statement-athletes.tsx'
import { StatementView } from './statement-view.tsx'
import { useStatementAddress } from './use-statement-address.ts'

/** Athletes see their own statement; colleagues choose an athlete. */
export function Component() {
  const { id: organization, role, may } = useOrganization()
  const address = useStatementAddress()
  const isAthlete = role === 'athlete'
  // Athletes see one record: their own.
  const wanted = isAthlete ? { limit: '1' } : { ids: address.athlete ?? '' }
  const records = athletesApi.useAthletesInfiniteQuery(
    { organization, query: wanted },
    { skip: !isAthlete && !address.athlete },
  )
  const record = records.currentData?.pages[0]?.rows[0]
  const athlete = isAthlete ? record?.id : address.athlete
  const asked = athlete && address.span && { organization, athlete, query: address.span }
  const statement = financesApi.useStatementQuery(asked || { organization, athlete: '', query: noDays }, {
    skip: !asked,
  })
  // A removed athlete is in no list.
  const name = record ? athleteName(record) : (statement.data?.athlete.name ?? '')
  const isPhone = usePhone()
  const choice = !isAthlete && (
    <AthleteChoice chosen={athlete ? { id: athlete, name } : undefined} onChoose={address.chooseAthlete} />
  )
  return (
    <FinancesFrame
      actions={
        asked ? (
          <div className="flex gap-2">
            <DownloadButton asked={asked} />
            {!isAthlete && may('money.edit') && statement.currentData && (
              <SendButton asked={asked} statement={statement.currentData} />
            )}
          </div>
        ) : (
          isPhone && choice && <div className="w-[58%] [&_label]:sr-only">{choice}</div>
        )
      }
    >
      <div className="flex flex-col gap-5 max-md:gap-2">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3 max-md:gap-y-2 max-md:[&_label]:sr-only">
          {(asked || !isPhone) && choice}
          <PeriodPicker address={address} />
        </div>
        {asked && <Loaded query={statement}>{(data) => <StatementView statement={data} />}</Loaded>}
        {!athlete && !isAthlete && address.span && address.currency && (
          <StatementAthletes span={address.span} currency={address.currency} />
        )}
        {!athlete && isAthlete && records.isSuccess && (
          <EmptyState title="No athlete record yet">Your statement appears here once you have one.</EmptyState>
        )}
      </div>
    </FinancesFrame>
  )
}

const noDays: StatementQuery = { from: '', until: '' }

/** Keeps the statement on screen while another name is typed. */
function AthleteChoice({
  chosen,
  onChoose,
}: {
  chosen: { id: string; name: string } | undefined
  onChoose: (athlete: string) => void
}) {
  const [isTyping, setTyping] = useState(false)
  return (
    <div className="w-full sm:max-w-80">
      <FindAthlete
        placeholder="Search athletes"
        chosen={isTyping ? undefined : chosen}
        error={undefined}
        onChoose={(athlete) => {
          setTyping(athlete === undefined)
          if (athlete) onChoose(athlete.id)
        }}
      />
    </div>
  )
}

type Asked = { organization: string; athlete: string; query: StatementQuery }

function SendButton({ asked: { organization, athlete, query }, statement }: { asked: Asked; statement: Statement }) {
  const [isOpen, setOpen] = useState(false)
  const [send] = financesApi.useSendStatementMutation()
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Send
      </Button>
      <Dialog open={isOpen} title={`Send statement of ${statement.athlete.name} by email`} onClose={close}>
        <SendPaperForm
          lead="The email has no amounts: they are in the attached PDF."
          label="Send statement"
          recipient={statement.recipient}
          send={async (email) => {
            const { sentTo } = await send({ organization, athlete, body: { ...query, email } }).unwrap()
            showToast('success', `Statement sent to ${sentTo}.`)
          }}
          onClose={close}
        />
      </Dialog>
    </>
  )
}

function DownloadButton({ asked }: { asked: Asked }) {
  const [download] = financesApi.useStatementPdfMutation()
  const { busy, run } = useAction()
  const { from, until } = asked.query
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      onClick={() => run(async () => saveFile(await download(asked).unwrap(), `Statement ${from} to ${until}.pdf`))}
    >
      Download PDF
    </Button>
  )
}
