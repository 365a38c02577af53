import { deskApi } from '@sherpa/api-client/desk'
import { Loaded } from '../../frame/loaded.tsx'
import { RequestActions, RequestDetails, RequestState } from './request-details.tsx'

/** A demo request in the record panel. */
export function RequestPanel({ id, now }: { id: string; now: Date }) {
  const query = deskApi.useDeskRequestQuery({ request: id })
  return (
    <Loaded query={query}>
      {(request) => (
        <>
          <div>
            <h2 className="text-lg break-words">{request.name || request.reference}</h2>
            <div className="text-sm text-grey">
              <RequestState request={request} now={now} />
            </div>
          </div>
          <RequestActions request={request} />
          <RequestDetails request={request} now={now} columns="one" />
        </>
      )}
    </Loaded>
  )
}
