import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { buttonClass } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { Link, useNavigate, useParams } from 'react-router'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { DealNotFound } from '../record/deal-not-found.tsx'
import { SignatureForm } from './signature-form.tsx'
import { WholeVersion } from './whole-version.tsx'

export function Component() {
  const { deal: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const deal = dealsApi.useDealQuery({ organization, deal: id })
  if (deal.isError && failureOf(deal.error).code === 'not-found') return <DealNotFound />
  return <Loaded query={deal}>{(data) => <ReadAndSign key={data.id} deal={data} />}</Loaded>
}

function ReadAndSign({ deal }: { deal: Deal }) {
  const { id: organization, name, role } = useOrganization()
  const navigate = useNavigate()
  const [sign] = dealsApi.useSignDealMutation()
  const [addressOf] = dealsApi.useDealDocumentAddressMutation()
  const [version] = deal.versions
  const record = `/organizations/${organization}/deals/${deal.id}`
  if (!version?.hash || !deal.actions.includes('sign')) {
    return (
      <div className="flex flex-col items-start gap-4">
        <ScreenHeading title="Nothing to sign" />
        <p className="max-w-[60ch]">This deal isn’t waiting for your signature.</p>
        <Link to={record} className={buttonClass({ look: 'secondary' })}>
          Go to deal
        </Link>
      </div>
    )
  }
  const { hash, number, title, athlete, company, contract } = version
  return (
    <>
      <ScreenHeading
        title={`Sign ${title}`}
        within={name}
        lead={`Version ${number}, as approved. Read all of it before you sign${role === 'athlete' ? '' : ` for ${company.name}`}.`}
      />
      <WholeVersion
        title={title}
        athlete={athlete}
        company={company.name}
        kind={deal.kind}
        terms={version.terms}
        corrections={deal.corrections}
      />
      <SignatureForm
        number={number}
        hash={hash}
        contract={
          contract && {
            name: contract.name,
            addressOf: async () =>
              (await addressOf({ organization, deal: deal.id, document: contract.id }).unwrap()).address,
          }
        }
        send={async (body) => {
          await sign({ organization, deal: deal.id, body }).unwrap()
          showToast('success', 'Deal signed.')
          void navigate(record)
        }}
      />
    </>
  )
}
