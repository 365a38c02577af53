import { viewsApi } from '@sherpa/api-client/views'
import type { NewView, ViewChange } from '@sherpa/contracts/view'
import { useAppDispatch } from '../store.ts'

/** Without an organization: those of our staff's lists. */
type Whose = string | undefined

/** The views that someone sees, of all lists; none until it is known whose. */
export function useSavedViews(organization: Whose, { skip = false } = {}) {
  const inOrganization = viewsApi.useSavedViewsQuery(
    { organization: organization ?? '' },
    { skip: skip || organization === undefined },
  )
  const ofStaff = viewsApi.useStaffViewsQuery(undefined, { skip: skip || organization !== undefined })
  return (organization === undefined ? ofStaff : inOrganization).currentData?.views ?? []
}

/** Nobody looks at the call again once it is answered. */
const once = { track: false }

/** What can be done with them. */
export function useViewActions(organization: Whose) {
  const dispatch = useAppDispatch()
  const { endpoints } = viewsApi
  if (organization === undefined) {
    return {
      save: (body: NewView) => dispatch(endpoints.saveStaffView.initiate({ body }, once)).unwrap(),
      change: (staffView: string, body: ViewChange) =>
        dispatch(endpoints.changeStaffView.initiate({ staffView, body }, once)).unwrap(),
      remove: (staffView: string) => dispatch(endpoints.deleteStaffView.initiate({ staffView }, once)).unwrap(),
      pin: (staffView: string) => dispatch(endpoints.pinStaffView.initiate({ staffView }, once)).unwrap(),
      unpin: (staffView: string) => dispatch(endpoints.unpinStaffView.initiate({ staffView }, once)).unwrap(),
    }
  }
  return {
    save: (body: NewView) => dispatch(endpoints.saveView.initiate({ organization, body }, once)).unwrap(),
    change: (view: string, body: ViewChange) =>
      dispatch(endpoints.changeView.initiate({ organization, view, body }, once)).unwrap(),
    remove: (view: string) => dispatch(endpoints.deleteView.initiate({ organization, view }, once)).unwrap(),
    pin: (view: string) => dispatch(endpoints.pinView.initiate({ organization, view }, once)).unwrap(),
    unpin: (view: string) => dispatch(endpoints.unpinView.initiate({ organization, view }, once)).unwrap(),
  }
}
