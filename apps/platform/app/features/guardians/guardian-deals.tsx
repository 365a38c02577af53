import { dealsApi } from '@sherpa/api-client/deals'
import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { Day } from '../../data/moments.tsx'

/** Deals of a minor that wait for the guardian's signature, and those that have it. */
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
                    You signed it on <Day at={signedAt} />.
                  </>
                ) : waits ? (
                  'It waits for your signature.'
                ) : isSigned ? (
                  'It was signed without you.'
                ) : (
                  'It is being reviewed. Nothing to sign yet.'
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
