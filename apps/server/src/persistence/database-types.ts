// Written by `npm run types:database` from the migrated database. Do not edit.
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import type { Generated } from 'kysely'

export type Tables = {
  all_billing_details: Tables['billing_details']
  all_invitations: Tables['invitations']
  all_invoices: Tables['invoices']
  all_jobs: Tables['jobs']
  all_memberships: Tables['memberships']
  all_organizations: Tables['organizations']
  all_permission_settings: Tables['permission_settings']
  all_price_offers: Tables['price_offers']
  all_subscriptions: Tables['subscriptions']
  all_tax_exemptions: Tables['tax_exemptions']
  audit_events: {
    id: Generated<string>
    at: Generated<Date>
    subject: string
    subject_id: string
    event: string
    actor_id: string | null
    organization_id: string | null
    details: string | null
  }
  audit_values: {
    event_id: string
    organization_id: string
    person_id: string | null
    whom: string
  }
  billing_details: {
    organization_id: string
    billing_email: string | null
    legal_name: string | null
    address_line1: string | null
    address_line2: string | null
    city: string | null
    state: string | null
    postal_code: string | null
    country: string | null
    tax_id: string | null
  }
  credentials: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  demo_history: {
    id: Generated<string>
    request_id: string
    at: Date
    event: string
    done_by: 'staff' | 'visitor' | 'system'
    actor_id: string | null
    from_state: string
    to_state: string
    demo_at: Date | null
    assignee_id: string | null
    asked_at: Date | null
    due_at: Date | null
  }
  demo_links: {
    token_hash: Buffer
    request_id: string
  }
  demo_notes: {
    id: Generated<string>
    request_id: string
    at: Date
    author_id: string
    text: string
  }
  demo_requests: {
    id: Generated<string>
    reference: string
    full_name: string
    email: string
    phone: string | null
    company: string | null
    additional_info: string | null
    preferred_at: Date
    offset_minutes: number
    time_zone: string | null
    state: Generated<'requested' | 'confirmed' | 'rescheduled' | 'held' | 'no-show' | 'canceled' | 'quarantined' | 'rejected'>
    quarantine_reason: string | null
    created_at: Generated<Date>
    version: Generated<number>
    asked_at: Date
    due_at: Date
    answered_at: Date | null
    warned_at: Date | null
    assignee_id: string | null
    starts_at: Date | null
    length_minutes: Generated<number>
    ends_at: Date | null
    meeting_link: string | null
    demo_at: Generated<Date | null>
    calendar_sequence: Generated<number>
    day_reminder_at: Date | null
    hour_reminder_at: Date | null
    erased_at: Date | null
    folded: Generated<string | null>
  }
  desk_duty: {
    user_id: string
    on_duty: boolean
    last_assigned_at: Date | null
  }
  email_changes: {
    user_id: string
    new_email: string
    old_token_hash: Buffer | null
    new_token_hash: Buffer | null
    expires_at: Date
  }
  idempotency_keys: {
    key: string
    request_hash: Buffer
    answer: unknown | null
    created_at: Generated<Date>
    operation: string
    organization_id: string | null
    person_id: string | null
  }
  invitations: {
    id: Generated<string>
    organization_id: string
    email: string
    role: 'owner' | 'agent' | 'coach' | 'support-staff' | 'athlete' | 'compliance'
    token_hash: Buffer
    invited_by: string | null
    sent_at: Generated<Date>
    expires_at: Date
    folded: Generated<string | null>
  }
  invoice_files: {
    invoice_id: string
    organization_id: string
    pdf: Buffer
    drawn_at: Generated<Date>
  }
  invoice_numbers: {
    year: number
    last: number
  }
  invoices: {
    id: Generated<string>
    number: string
    subscription_id: string
    organization_id: string
    status: Generated<'open' | 'paid'>
    billed_to: string
    billing_email: string | null
    lines: InvoiceLine[]
    total_cents: number
    issued_at: Date
    due_at: Date
    paid_at: Date | null
    paid_by: string | null
    payment_reference: string | null
    billed_to_address: Generated<(string)[]>
    billed_to_country: string | null
    billed_to_tax_id: string | null
    issuer: unknown | null
    tax_name: string | null
    tax_rate_millionths: number | null
    tax_cents: Generated<number>
    subtotal_cents: Generated<number>
    folded: Generated<string | null>
  }
  jobs: {
    id: Generated<string>
    organization_id: Generated<string | null>
    name: string
    key: string | null
    data: unknown
    state: Generated<'waiting' | 'running' | 'failed'>
    start_after: Generated<Date | null>
    attempts: Generated<number>
    lease: string | null
    asked_again: Generated<boolean>
    created_at: Generated<Date>
    failed_at: Date | null
    reason: string | null
  }
  memberships: {
    organization_id: string
    user_id: string
    role: 'owner' | 'agent' | 'coach' | 'support-staff' | 'athlete' | 'compliance'
    created_at: Generated<Date>
    folded: Generated<string>
  }
  notifications: {
    organization_id: string
    id: Generated<string>
    user_id: string
    kind: 'role-changed' | 'ownership-received' | 'invitation-accepted' | 'price-offered' | 'invoice-issued' | 'invoice-overdue'
    actor_id: string | null
    details: Generated<unknown>
    created_at: Generated<Date>
    read_at: Date | null
  }
  one_time_links: {
    token_hash: Buffer
    purpose: 'register' | 'reset-password'
    email: string
    user_id: string | null
    expires_at: Date
  }
  organizations: {
    id: Generated<string>
    name: string
    kind: 'agency' | 'team' | 'athletic-department' | 'collective'
    created_at: Generated<Date>
    closed_at: Date | null
    folded: Generated<string | null>
  }
  outgoing_mail: {
    id: Generated<string>
    demo_request_id: string | null
    kind: string
    status: Generated<'queued' | 'sent' | 'failed' | 'skipped'>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    reason: string | null
    sent_at: Date | null
    recipient: string | null
    details: unknown | null
    user_id: string | null
    invitation_id: string | null
    organization_id: string | null
    queued_at: Generated<Date>
  }
  permission_settings: {
    organization_id: string
    role: 'owner' | 'agent' | 'coach' | 'support-staff' | 'athlete' | 'compliance'
    permission: string
    allowed: boolean
  }
  pinned_views: {
    organization_id: string
    user_id: string
    view_id: string
  }
  plans: {
    id: string
    name: string
    audience: 'agency' | 'team'
    description: string
    features: (string)[]
    max_seats: number | null
    max_athletes: number | null
    price_cents: number | null
    position: number
  }
  price_offers: {
    id: Generated<string>
    organization_id: string
    subscription_id: string
    plan_id: string
    price_cents: number
    offered_at: Date
    offered_by: string
    accepted_at: Date | null
    accepted_by: string | null
    withdrawn_at: Date | null
  }
  rate_counts: {
    bucket: string
    period_start: Date
    count: number
  }
  saved_views: {
    organization_id: string
    id: Generated<string>
    list: string
    name: string
    address: string
    owner_id: string | null
    shared: boolean
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  second_factors: {
    id: Generated<string>
    user_id: string
    secret: string
    backup_codes: string
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
    last_step: string | null
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  subscriptions: {
    id: Generated<string>
    organization_id: string
    plan_id: string
    seats: number
    price_cents: number | null
    status: Generated<'trialing' | 'active' | 'past_due' | 'canceled'>
    trial_ends_at: Date
    billing_anchor: Date | null
    period_number: Generated<number>
    period_start: Date | null
    period_end: Date | null
    past_due_since: Date | null
    cancel_at_period_end: Generated<boolean>
    next_plan_id: string | null
    next_seats: number | null
    next_price_cents: number | null
    created_at: Generated<Date>
    canceled_at: Date | null
    trial_notice_days: number | null
  }
  tax_exemptions: {
    organization_id: string
    granted_at: Date
    granted_by: string
  }
  users: {
    id: Generated<string>
    name: string
    email: string | null
    email_verified: Generated<boolean>
    image: string | null
    second_factor: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
    staff_since: Date | null
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
}
