import { dealsApi } from '@sherpa/api-client/deals'
import { buttonClass } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { Link, useNavigate, useParams } from 'react-router'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SignatureForm } from '../deals/sign/signature-form.tsx'
import { WholeVersion } from '../deals/sign/whole-version.tsx'
import { ObjectButton } from './object-button.tsx'

const all = '/account/guardianships'

/** A guardian reviews and signs a deal for a minor. */
export function Component() {
  const { guardianship = '', deal: id = '' } = useParams()
  const navigate = useNavigate()
  const deals = dealsApi.useGuardianDealsQuery({ guardianship })
  const [sign] = dealsApi.useSignAsGuardianMutation()
  const [addressOf] = dealsApi.useGuardianDocumentAddressMutation()
  return (
    <Loaded query={deals}>
      {(answer) => {
        const deal = answer.deals.find((one) => one.id === id && one.waits)
        if (!deal) {
          return (
            <div className="flex flex-col items-start gap-4">
              <ScreenHeading title="Nothing to sign" />
              <p className="max-w-[60ch]">This deal is not waiting for your signature.</p>
              <Link to={all} className={buttonClass({ look: 'secondary' })}>
                Go to your guardianships
              </Link>
            </div>
          )
        }
        const { title, kind, athlete, company, number, hash, terms, contract, corrections } = deal
        return (
          <>
            <ScreenHeading
              title={`Sign ${title}`}
              lead={`Version ${number}, for ${athlete}, who is under 18. Read all of it before you sign.`}
            />
            <WholeVersion {...{ title, kind, athlete, company, terms, corrections }} />
            {!deal.isSigned && <ObjectButton guardianship={guardianship} deal={deal} />}
            <SignatureForm
              number={number}
              hash={hash}
              contract={
                contract && {
                  name: contract.name,
                  addressOf: async () => (await addressOf({ guardianship, document: contract.id }).unwrap()).address,
                }
              }
              send={async (body) => {
                await sign({ guardianship, deal: id, body }).unwrap()
                showToast('success', 'You have signed.')
                void navigate(all)
              }}
            />
          </>
        )
      }}
    </Loaded>
  )
}
