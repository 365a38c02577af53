import type { Activity, ActivityQuery } from '@sherpa/contracts/activity'
import type {
  handOver,
  NewOrganisation,
  Organisation,
  People,
  PermissionChange,
  PermissionTable,
  Role,
} from '@sherpa/contracts/organisation'
import type { output } from 'zod/mini'
import { activityPages } from './activity-pages.ts'
import { api } from './api.ts'

type ActivityFilter = Omit<ActivityQuery, 'before'>

/** Every call says which organisation it is about. */
type Within<Rest = unknown> = { organisation: string } & Rest

export const organisationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createOrganisation: build.mutation<Organisation, NewOrganisation>({
      query: (body) => ({ url: 'organisations', method: 'POST', body }),
    }),
    organisation: build.query<Organisation, string>({
      query: (organisation) => pathOf(organisation),
      providesTags: ['User', 'People'],
    }),
    editOrganisation: build.mutation<Organisation, Within<{ change: NewOrganisation }>>({
      query: ({ organisation, change }) => ({ url: pathOf(organisation), method: 'PATCH', body: change }),
      invalidatesTags: ['User', 'Activity'],
    }),

    people: build.query<People, string>({
      query: (organisation) => pathOf(organisation, 'people'),
      providesTags: ['People'],
    }),
    changeRole: build.mutation<void, Within<{ person: string; role: Role }>>({
      query: ({ organisation, person, role }) => ({
        url: pathOf(organisation, 'people', person),
        method: 'PATCH',
        body: { role },
      }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),
    removePerson: build.mutation<void, Within<{ person: string }>>({
      query: ({ organisation, person }) => ({ url: pathOf(organisation, 'people', person), method: 'DELETE' }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),
    leaveOrganisation: build.mutation<void, string>({
      query: (organisation) => ({ url: pathOf(organisation, 'leaving'), method: 'POST' }),
    }),
    handOverOwnership: build.mutation<void, Within<{ change: output<typeof handOver> }>>({
      query: ({ organisation, change }) => ({ url: pathOf(organisation, 'ownership'), method: 'POST', body: change }),
      invalidatesTags: ['User', 'People', 'Activity'],
    }),

    permissionTable: build.query<PermissionTable, string>({
      query: (organisation) => pathOf(organisation, 'permissions'),
      providesTags: ['Permission'],
    }),
    changePermission: build.mutation<PermissionTable, Within<{ change: PermissionChange }>>({
      query: ({ organisation, change }) => ({ url: pathOf(organisation, 'permissions'), method: 'PUT', body: change }),
      invalidatesTags: ['Activity'],
      async onQueryStarted({ organisation, change }, { dispatch, queryFulfilled }) {
        const set = (allowed: boolean) =>
          dispatch(
            organisationsApi.util.updateQueryData('permissionTable', organisation, (table) => {
              setPermission(table, { ...change, allowed })
            }),
          )
        set(change.allowed)
        // Only this box goes back: others may have been ticked meanwhile.
        await queryFulfilled.catch(() => set(!change.allowed))
      },
    }),

    organisationActivity: build.infiniteQuery<Activity, Within<{ filter: ActivityFilter }>, string | undefined>({
      infiniteQueryOptions: activityPages,
      query: ({ queryArg: { organisation, filter }, pageParam }) => ({
        url: pathOf(organisation, 'activity'),
        params: { ...filter, before: pageParam },
      }),
      providesTags: ['Activity'],
    }),
  }),
})

function setPermission(table: PermissionTable, { role, permission, allowed }: PermissionChange) {
  const row = table.roles.find((one) => one.role === role)
  if (!row) return
  const others = row.permissions.filter((one) => one !== permission)
  row.permissions = allowed ? [...others, permission] : others
}

function pathOf(...parts: string[]) {
  return ['organisations', ...parts.map(encodeURIComponent)].join('/')
}
