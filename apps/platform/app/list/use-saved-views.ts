import { viewsApi } from '@sherpa/api-client/views'
import type { NewView, ViewChange } from '@sherpa/contracts/view'
import { useAppDispatch } from '../store.ts'

/** Undefined: staff views. */
type Whose = string | undefined

/** All views the reader can see. */
export function useSavedViews(organization: Whose, { skip = false } = {}) {
  const inOrganization = viewsApi.useSavedViewsQuery(
    { organization: organization ?? '' },
    { skip: skip || organization === undefined },
  )
  const ofStaff = viewsApi.useStaffViewsQuery(undefined, { skip: skip || organization !== undefined })
  const { currentData, isLoading } = organization === undefined ? ofStaff : inOrganization
  return { views: currentData?.views ?? [], isLoading }
}

const once = { track: false }

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
      watch: undefined,
      unwatch: undefined,
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
    watch: (view: string) => dispatch(endpoints.watchView.initiate({ organization, view }, once)).unwrap(),
    unwatch: (view: string) => dispatch(endpoints.unwatchView.initiate({ organization, view }, once)).unwrap(),
  }
}
