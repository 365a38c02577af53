import { deskApi } from '@sherpa/api-client/desk'
import type { DeskRequest } from '@sherpa/contracts/desk'
import { buttonClass } from '@sherpa/ui/button'
import { Link, useParams } from 'react-router'
import { failureOf } from '../../forms/failure.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { RequestActions, RequestDetails, RequestState } from './request-details.tsx'
import { useNow } from './use-now.ts'

/** A demo request as a page. */
export function Component() {
  const { request: id = '' } = useParams()
  const query = deskApi.useDeskRequestQuery({ request: id })
  const now = useNow()
  if (failureOf(query.error).code === 'not-found') {
    return (
      <>
        <ScreenHeading title="Request not found" lead="Check the address." />
        <Link to="/staff/desk" className={`${buttonClass({ look: 'secondary' })} self-start`}>
          Go to demo requests
        </Link>
      </>
    )
  }
  return (
    <>
      {!query.currentData && <ScreenHeading title="Demo request" />}
      <Loaded query={query}>
        {(request) => (
          <>
            <RequestHeading request={request} now={now} />
            <RequestDetails key={request.id} request={request} now={now} columns="two" />
          </>
        )}
      </Loaded>
    </>
  )
}

function RequestHeading({ request, now }: { request: DeskRequest; now: Date }) {
  const name = request.name || request.reference
  useNameOfRecord(name)
  return (
    <ScreenHeading
      title={name}
      lead={<RequestState request={request} now={now} />}
      actions={<RequestActions request={request} />}
    />
  )
}
