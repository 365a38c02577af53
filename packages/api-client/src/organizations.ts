import type { Activity, ActivityQuery } from '@sherpa/contracts/activity'
import type {
  handOver,
  NewOrganization,
  Organization,
  People,
  PermissionChange,
  PermissionTable,
  Role,
} from '@sherpa/contracts/organization'
import type { output } from 'zod/mini'
import { activityPages } from './activity-pages.ts'
import { api } from './api.ts'

type ActivityFilter = Omit<ActivityQuery, 'before'>

/** Every call says which organization it is about. */
type Within<Rest = unknown> = { organization: string } & Rest

export const organizationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createOrganization: build.mutation<Organization, NewOrganization>({
      query: (body) => ({ url: 'organizations', method: 'POST', body }),
    }),
    organization: build.query<Organization, string>({
      query: (organization) => pathOf(organization),
      providesTags: ['User', 'People'],
    }),
    editOrganization: build.mutation<Organization, Within<{ change: NewOrganization }>>({
      query: ({ organization, change }) => ({ url: pathOf(organization), method: 'PATCH', body: change }),
      invalidatesTags: ['User', 'Activity'],
    }),

    people: build.query<People, string>({
      query: (organization) => pathOf(organization, 'people'),
      providesTags: ['People'],
    }),
    changeRole: build.mutation<void, Within<{ person: string; role: Role }>>({
      query: ({ organization, person, role }) => ({
        url: pathOf(organization, 'people', person),
        method: 'PATCH',
        body: { role },
      }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),
    removePerson: build.mutation<void, Within<{ person: string }>>({
      query: ({ organization, person }) => ({ url: pathOf(organization, 'people', person), method: 'DELETE' }),
      invalidatesTags: ['People', 'Subscription', 'Activity'],
    }),
    leaveOrganization: build.mutation<void, string>({
      query: (organization) => ({ url: pathOf(organization, 'leaving'), method: 'POST' }),
    }),
    handOverOwnership: build.mutation<void, Within<{ change: output<typeof handOver> }>>({
      query: ({ organization, change }) => ({ url: pathOf(organization, 'ownership'), method: 'POST', body: change }),
      invalidatesTags: ['User', 'People', 'Activity'],
    }),

    permissionTable: build.query<PermissionTable, string>({
      query: (organization) => pathOf(organization, 'permissions'),
      providesTags: ['Permission'],
    }),
    changePermission: build.mutation<PermissionTable, Within<{ change: PermissionChange }>>({
      query: ({ organization, change }) => ({ url: pathOf(organization, 'permissions'), method: 'PUT', body: change }),
      invalidatesTags: ['Activity'],
      async onQueryStarted({ organization, change }, { dispatch, queryFulfilled }) {
        const set = (allowed: boolean) =>
          dispatch(
            organizationsApi.util.updateQueryData('permissionTable', organization, (table) => {
              setPermission(table, { ...change, allowed })
            }),
          )
        set(change.allowed)
        // Only this box goes back: others may have been ticked meanwhile.
        await queryFulfilled.catch(() => set(!change.allowed))
      },
    }),

    organizationActivity: build.infiniteQuery<Activity, Within<{ filter: ActivityFilter }>, string | undefined>({
      infiniteQueryOptions: activityPages,
      query: ({ queryArg: { organization, filter }, pageParam }) => ({
        url: pathOf(organization, 'activity'),
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
  return ['organizations', ...parts.map(encodeURIComponent)].join('/')
}
