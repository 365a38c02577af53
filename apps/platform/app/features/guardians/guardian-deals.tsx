import { dealsApi } from '@sherpa/api-client/deals'
import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { Day } from '../../data/moments.tsx'

/** Deals of a minor that need or have the guardian's signature. */
export function GuardianDeals({ guardianship }: { guardianship: string }) {
  const { currentData } = dealsApi.useGuardianDealsQuery({ guardianship })
  if (!currentData || currentData.deals.length === 0) return null
  return (
    <>
      <h3 className="mt-6 text-base font-semibold">Deals</h3>
      <ul className="mt-2">
        {currentData.deals.map(({ id, title, number, waits, signedAt, isSigned }) => (
          <li
            key={`${id} ${number}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold break-words text-ink">{title}</p>
              <p className="text-sm">
                Version {number}.{' '}
                {signedAt ? (
                  <>
                    You signed on <Day at={signedAt} />.
                  </>
                ) : waits ? (
                  'Waiting for your signature.'
                ) : isSigned ? (
                  'Signed without you.'
                ) : (
                  'In review. Nothing to sign yet.'
                )}
              </p>
            </div>
            {waits && (
              <Link
                to={`/account/guardianships/${guardianship}/deals/${id}`}
                className={buttonClass({ size: 'small' })}
              >
                Read and sign
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
