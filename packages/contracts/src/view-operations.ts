import { operations } from './operation.ts'
import { newStaffView, newView, savedView, savedViews, viewChange } from './view.ts'

export const viewOperations = operations({
  savedViews: {
    method: 'GET',
    path: '/organizations/:organization/views',
    summary: 'The caller’s own views and the shared ones, of all lists that the caller may see',
    access: 'member',
    answer: { status: 200, about: 'The views, the oldest first', schema: savedViews },
    // Visible views depend on the role.
    reads: ['View', 'SavedSearch', 'User'],
  },
  saveView: {
    method: 'POST',
    path: '/organizations/:organization/views',
    summary: 'Save a list as it is at the moment, under a name, and watch it if wanted',
    access: 'member',
    body: newView,
    answer: { status: 201, about: 'Saved', schema: savedView },
    changes: ['View', 'SavedSearch'],
  },
  changeView: {
    method: 'PATCH',
    path: '/organizations/:organization/views/:view',
    summary:
      'Rename a view, share it or not, or save other filters in it: one’s own, or a shared one with “people.manage”',
    access: 'member',
    body: viewChange,
    answer: { status: 204, about: 'Changed' },
    changes: ['View'],
  },
  deleteView: {
    method: 'DELETE',
    path: '/organizations/:organization/views/:view',
    summary: 'Delete a view: one’s own, or a shared one with “people.manage”',
    access: 'member',
    answer: { status: 204, about: 'Deleted' },
    changes: ['View'],
  },
  pinView: {
    method: 'PUT',
    path: '/organizations/:organization/views/:view/pin',
    summary: 'Show a view in one’s own sidebar',
    access: 'member',
    answer: { status: 204, about: 'Pinned' },
    changes: ['View'],
  },
  unpinView: {
    method: 'DELETE',
    path: '/organizations/:organization/views/:view/pin',
    summary: 'Take a view out of one’s own sidebar',
    access: 'member',
    answer: { status: 204, about: 'Not pinned any more' },
    changes: ['View'],
  },
  watchView: {
    method: 'PUT',
    path: '/organizations/:organization/views/:view/alert',
    summary: 'Send the caller a mail each morning about new rows of a view, at 7:00 in the organization’s time zone',
    access: 'member',
    notForAthletes: true,
    answer: { status: 204, about: 'Watched' },
    changes: ['View', 'SavedSearch'],
  },
  unwatchView: {
    method: 'DELETE',
    path: '/organizations/:organization/views/:view/alert',
    summary: 'Send no more mail about a view to the caller',
    access: 'member',
    notForAthletes: true,
    answer: { status: 204, about: 'Not watched any more' },
    changes: ['View', 'SavedSearch'],
  },
})

/** Views of staff lists. Any colleague may change shared ones. */
export const staffViewOperations = operations({
  staffViews: {
    method: 'GET',
    path: '/staff/views',
    summary: 'The caller’s own views of staff lists and those that colleagues share',
    access: 'staff',
    answer: { status: 200, about: 'The views, the oldest first', schema: savedViews },
    reads: ['View'],
  },
  saveStaffView: {
    method: 'POST',
    path: '/staff/views',
    summary: 'Save a staff list as it is at the moment, under a name',
    access: 'staff',
    body: newStaffView,
    answer: { status: 201, about: 'Saved', schema: savedView },
    changes: ['View'],
  },
  changeStaffView: {
    method: 'PATCH',
    path: '/staff/views/:staffView',
    summary: 'Rename a view, share it or not, or save other filters in it: one’s own, or a shared one',
    access: 'staff',
    body: viewChange,
    answer: { status: 204, about: 'Changed' },
    changes: ['View'],
  },
  deleteStaffView: {
    method: 'DELETE',
    path: '/staff/views/:staffView',
    summary: 'Delete a view: one’s own, or a shared one',
    access: 'staff',
    answer: { status: 204, about: 'Deleted' },
    changes: ['View'],
  },
  pinStaffView: {
    method: 'PUT',
    path: '/staff/views/:staffView/pin',
    summary: 'Show a view in one’s own staff sidebar',
    access: 'staff',
    answer: { status: 204, about: 'Pinned' },
    changes: ['View'],
  },
  unpinStaffView: {
    method: 'DELETE',
    path: '/staff/views/:staffView/pin',
    summary: 'Take a view out of one’s own staff sidebar',
    access: 'staff',
    answer: { status: 204, about: 'Not pinned any more' },
    changes: ['View'],
  },
})
