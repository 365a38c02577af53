// Written by `npm run types:database` from the migrated database. Do not edit.
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import type { Generated } from 'kysely'

export type Tables = {
  accounting_settings: {
    organization_id: string
    expense_limit_minor: string | null
    invoice_prefix: Generated<string>
    next_invoice: Generated<number>
    invoice_days: Generated<number>
    invoice_name: string | null
    invoice_address: string | null
    invoice_payment: string | null
    version: Generated<number>
  }
  agent_notices: {
    organization_id: string
    id: string
    athlete_id: string
    agent: string
    agency: string | null
    received_on: string
    contract_on: string | null
    note: string | null
    file_name: string | null
    file_type: string | null
    storage_key: string | null
    file_size: number | null
    file_sha256: Buffer | null
    version: Generated<number>
    added_at: Generated<Date>
    added_by: string | null
    folded: Generated<string | null>
  }
  agent_notices_words: {
    organization_id: string
    word: string
  }
  agreement_agents: {
    organization_id: string
    agreement_id: string
    user_id: string
  }
  agreement_reminders: {
    organization_id: string
    agreement_id: string
    day: string
    days_before: number
    sent_at: Generated<Date>
  }
  agreements: {
    organization_id: string
    id: string
    athlete_id: string
    starts_on: string
    ends_on: string | null
    scope: (string)[]
    fees: unknown
    note: string | null
    ended_on: string | null
    version: Generated<number>
    created_at: Generated<Date>
    created_by: string | null
    last_on: string | null
    signed_at: Date | null
    signed_by: string | null
    guardian_name: string | null
    confirmed_at: Date | null
    confirmed_by: string | null
    confirm_comment: string | null
    file_name: string | null
    storage_key: string | null
    file_size: number | null
    file_sha256: Buffer | null
    fee_payor: 'athlete' | 'school' | 'collective' | 'company' | null
    next_event_on: string | null
    signed_exactly: Generated<boolean>
  }
  all_billing_details: Tables['billing_details']
  all_guardianships: Tables['guardianships']
  all_invitations: Tables['invitations']
  all_invoices: Tables['invoices']
  all_jobs: Tables['jobs']
  all_memberships: Tables['memberships']
  all_organizations: Tables['organizations']
  all_permission_settings: Tables['permission_settings']
  all_price_offers: Tables['price_offers']
  all_subscriptions: Tables['subscriptions']
  all_tax_exemptions: Tables['tax_exemptions']
  approval_chains: {
    organization_id: string
    id: string
    kind: 'contract' | 'nil' | 'sponsorship' | null
    from_minor: Generated<string>
    steps: unknown
  }
  archives: {
    organization_id: string
    id: string
    state: 'preparing' | 'ready' | 'failed'
    requested_by: string | null
    requested_at: Generated<Date>
    heartbeat_at: Generated<Date>
    done_rows: Generated<number>
    total_rows: number | null
    storage_key: string | null
    size: string | null
    expires_at: Date | null
  }
  athlete_assignments: {
    organization_id: string
    athlete_id: string
    user_id: string
    assigned_at: Generated<Date>
  }
  athlete_compliance: {
    organization_id: string
    athlete_id: string
    division: 'ncaa-1' | 'ncaa-2' | 'ncaa-3' | 'naia' | 'njcaa' | 'other' | null
    enrolled_on: string | null
    junior_year_on: string | null
    ncaa_id: string | null
    school_id: string | null
    version: Generated<number>
  }
  athlete_contact_data: {
    organization_id: string
    athlete_id: string
    field: 'address' | 'shirtSize' | 'shoeSize'
    value: string
  }
  athlete_contact_proposals: {
    organization_id: string
    athlete_id: string
    data: unknown
    proposed_at: Date
  }
  athlete_contacts: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    name: string
    relation: 'guardian' | 'parent' | 'adviser' | 'coach' | 'other'
    title: string | null
    reach: 'full' | 'limited'
    email: string | null
    phone: string | null
    created_at: Generated<Date>
  }
  athlete_eligibility: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    season: string
    status: 'eligible' | 'not-eligible' | 'pending' | 'redshirt-year' | 'exhausted'
    reason: string | null
    checked_on: string
  }
  athlete_measurements: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    kind: string
    value: number
    measured_on: string
    source: string | null
    added_by: string | null
    latest: Generated<boolean>
  }
  athlete_merges: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    other_id: string
    merged_at: Generated<Date>
    moved: unknown
  }
  athlete_pictures: {
    organization_id: string
    id: string
    athlete_id: string
    type: string
    storage_key: string
    size: number
  }
  athlete_positions: {
    organization_id: string
    position: string
    athlete_id: string
  }
  athlete_social_accounts: {
    organization_id: string
    athlete_id: string
    platform: 'instagram' | 'tiktok' | 'x' | 'youtube' | 'facebook' | 'twitch'
    handle: string
    followers: number | null
  }
  athlete_tags: {
    organization_id: string
    athlete_id: string
    tag_id: string
  }
  athlete_timeline: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    at: Generated<Date>
    actor_id: string | null
    kind: string
    text: string | null
    about: string | null
    changes: Generated<unknown>
    import_id: string | null
    readers: Generated<'team' | 'deals' | 'money' | 'me'>
    edited_at: Date | null
    direction: 'in' | 'out' | null
    with_contact: Generated<boolean>
    contact_id: string | null
    minutes: number | null
    result: string | null
    version: Generated<number>
    disclosure_id: string | null
  }
  athlete_viewers: {
    organization_id: string | null
    athlete_id: string | null
    user_id: string | null
  }
  athletes: {
    organization_id: string
    id: string
    given_name: string
    family_name: string
    preferred_name: string | null
    birth_date: string | null
    sport: string | null
    positions: Generated<(string)[]>
    level: 'high-school' | 'college' | 'pro' | null
    school: string | null
    class_year: number | null
    hometown: string | null
    state: string | null
    email: string | null
    phone: string | null
    stage: 'prospect' | 'recruiting' | 'signed' | 'former' | null
    user_id: string | null
    version: Generated<number>
    created_at: Generated<Date>
    last_active_at: Generated<Date>
    removed_at: Date | null
    folded: Generated<string | null>
    last_contact_team: Generated<Date>
    last_contact_deals: Generated<Date>
    last_contact_money: Generated<Date>
    country: string | null
    eligibility: string | null
    guardian: Generated<'none' | 'confirmed' | 'verified' | 'both'>
  }
  athletes_words: {
    organization_id: string
    word: string
  }
  attestation_requests: {
    organization_id: string
    id: string
    disclosure_id: string
    token_hash: Buffer
    name: string
    email: string
    asked_by: string | null
    asked_on: string
    mailed_days: Generated<(number)[]>
    mail: Generated<'queued' | 'sent' | 'failed'>
    opened_at: Date | null
    answered_at: Date | null
    answer: unknown | null
    closed_at: Date | null
    expires_at: Date | null
    set_aside_at: Date | null
    set_aside_by: string | null
    set_aside_reason: string | null
  }
  audit_anchors: {
    organization_id: string
    number: number
    mailed_at: Date
  }
  audit_batches: {
    organization_id: string
    number: number
    sealed_at: Date
    events: number
    event_ids: (string)[]
    row_hashes: Buffer
    root: Buffer
    head: Buffer
  }
  audit_emails: {
    organization_id: string
    person_id: string | null
    email: string
    event_id: string
  }
  audit_events: {
    id: Generated<string>
    at: Generated<Date>
    subject: string
    subject_id: string
    event: string
    actor_id: string | null
    organization_id: string | null
    details: string | null
    value_hashes: unknown | null
  }
  audit_unsealed: {
    organization_id: string
    event_id: string
  }
  audit_values: {
    organization_id: string
    event_id: string
    field: string
    before: string | null
    after: string | null
    salt: Buffer
  }
  auth_secret: {
    one: Generated<boolean>
    fingerprint: string
  }
  bank_imports: {
    organization_id: string
    id: string
    name: string
    currency: string
    mapping: unknown
    lines: number
    added: number
    imported_at: Generated<Date>
    imported_by: string | null
  }
  bank_lines: {
    organization_id: string
    id: string
    import_id: string
    booked_on: string
    currency: string
    amount_minor: string
    payer: string
    reference: string
    fingerprint: Buffer
    occurrence: number
    state: 'open' | 'booked' | 'ignored'
    folded: Generated<string | null>
    payer_core: Generated<string | null>
    ignore_reason: string | null
    refunded_receipt_id: string | null
    booked_minor: Generated<string>
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
  closed_periods: {
    organization_id: string
    through: string
    closed_at: Generated<Date>
    closed_by: string | null
  }
  companies: {
    organization_id: string
    id: string
    name: string
    kind: 'brand' | 'club' | 'school' | 'collective' | 'league' | 'other'
    category: string | null
    website: string | null
    parent_id: string | null
    is_self: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    merged_into: string | null
    removed_at: Date | null
    folded: Generated<string | null>
    core: Generated<string | null>
    last_contact_deals: Generated<Date>
    last_contact_money: Generated<Date>
  }
  companies_words: {
    organization_id: string
    word: string
  }
  company_associations: {
    organization_id: string
    id: string
    company_id: string
    school_id: string
    reason: string
    source: string | null
    added_by: string | null
    added_at: Date
    is_rights_partner: Generated<boolean>
  }
  company_compliance: {
    organization_id: string
    company_id: string
    state: string | null
    director_name: string | null
    director_email: string | null
    associations_checked_at: Date | null
    associations_checked_by: string | null
    version: Generated<number>
    league: string | null
    country: string | null
  }
  company_contacts: {
    organization_id: string
    id: string
    company_id: string
    name: string
    title: string | null
    email: string | null
    phone: string | null
    created_at: Generated<Date>
  }
  company_merges: {
    organization_id: string
    id: Generated<string>
    company_id: string
    other_id: string
    merged_at: Generated<Date>
    moved: unknown
  }
  company_timeline: {
    organization_id: string
    id: string
    company_id: string
    at: Generated<Date>
    actor_id: string | null
    kind: string
    text: string | null
    readers: Generated<'deals' | 'money' | 'me'>
    direction: 'in' | 'out' | null
    with_contact: Generated<boolean>
    contact_id: string | null
    minutes: number | null
    result: string | null
    edited_at: Date | null
    version: Generated<number>
  }
  compliance_settings: {
    organization_id: string
    sponsors_listed_at: Date | null
    sponsors_listed_by: string | null
    rules_off: Generated<(string)[]>
    version: Generated<number>
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
  current_program_members: {
    organization_id: string | null
    program_id: string | null
    user_id: string | null
    today: string | null
  }
  custom_fields: {
    organization_id: string
    id: Generated<string>
    name: string
    kind: 'text' | 'number' | 'date' | 'choice'
    choices: Generated<(string)[]>
    created_at: Generated<Date>
    folded: Generated<string | null>
  }
  custom_values: {
    organization_id: string
    athlete_id: string
    field_id: string
    text_value: string | null
    number_value: number | null
    date_value: string | null
  }
  deal_approvals: {
    organization_id: string
    id: string
    deal_id: string
    number: number
    step: number
    step_name: string
    needs: 'all' | 'any'
    user_id: string
    asked_at: Date | null
    reminded_at: Date | null
    decision: 'approved' | 'changes' | 'declined' | null
    comment: string | null
    decided_at: Date | null
    mark: 'self-approved' | 'edited-by-approver' | null
  }
  deal_documents: {
    organization_id: string
    id: string
    deal_id: string
    kind: 'document' | 'frozen' | 'signed' | 'paper' | 'proof' | 'shared' | 'contract'
    number: number | null
    name: string
    type: string
    storage_key: string
    size: number
    sha256: Buffer
    added_at: Generated<Date>
    added_by: string | null
  }
  deal_link_codes: {
    organization_id: string
    id: Generated<string>
    link_id: string
    code_hash: Buffer
    sent_at: Date
    used_at: Date | null
  }
  deal_links: {
    organization_id: string
    id: Generated<string>
    deal_id: string
    number: number
    purpose: 'signature' | 'page'
    token_hash: Buffer
    name: string
    title: string | null
    email: string
    sent_by: string | null
    sent_at: Date
    expires_at: Date | null
    mail: Generated<'queued' | 'sent' | 'failed'>
    opened_at: Date | null
    last_opened_at: Date | null
    wrong_codes: Generated<number>
    closed_at: Date | null
    closed_as: 'replaced' | 'withdrawn' | 'codes' | 'signed' | 'declined' | 'changes' | 'reassigned' | null
    pause_told: string | null
    reassignment: unknown | null
    locked_until: Date | null
  }
  deal_signatures: {
    organization_id: string
    id: string
    deal_id: string
    number: number
    side: 'athlete' | 'guardian' | 'company'
    method: string
    user_id: string | null
    signer_name: string
    intent: string | null
    hash: string
    signed_at: Generated<Date>
    address: string | null
    device: string | null
    document_id: string | null
    superseded_at: Date | null
    superseded_by: string | null
    reason: string | null
    signer_title: string | null
    signer_email: string | null
    link_id: string | null
  }
  deal_timeline: {
    organization_id: string
    id: string
    deal_id: string
    at: Generated<Date>
    actor_id: string | null
    kind: string
    text: string | null
    about: string | null
    changes: Generated<unknown>
  }
  deal_version_editors: {
    organization_id: string
    deal_id: string
    number: number
    user_id: string
  }
  deal_versions: {
    organization_id: string
    deal_id: string
    number: number
    stage: 'draft' | 'in-review' | 'approved' | 'signed' | 'declined' | 'withdrawn'
    terms: unknown
    frozen: unknown | null
    hash: string | null
    frozen_at: Date | null
    frozen_by: string | null
    conflict_reason: string | null
    conflict_allowed_by: string | null
    created_at: Generated<Date>
    created_by: string | null
    title: string
    company_id: string
    signed_at: Date | null
    athlete_facts: unknown | null
    entered: unknown | null
    conflict_allowed_at: Date | null
  }
  deals: {
    organization_id: string
    id: string
    athlete_id: string
    company_id: string
    kind: 'contract' | 'nil' | 'sponsorship'
    title: string
    stage: 'draft' | 'in-review' | 'approved' | 'signed' | 'active' | 'completed' | 'declined' | 'terminated' | 'expired'
    stage_since: Generated<Date>
    lead_id: string | null
    newest_version: Generated<number>
    version_in_force: number | null
    starts_on: string | null
    ends_on: string | null
    currency: string
    amount_minor: Generated<string>
    next_due_on: string | null
    version: Generated<number>
    created_at: Generated<Date>
    created_by: string | null
    last_active_at: Generated<Date>
    removed_at: Date | null
    athlete_name: string
    company_name: string
    folded: Generated<string | null>
    shared: Generated<boolean>
    objection: unknown | null
    source: Generated<'staff' | 'athlete'>
    reported: unknown | null
    category: string | null
    exclusivity: Generated<string>
    amendment: string | null
  }
  deals_words: {
    organization_id: string
    word: string
  }
  deliverable_proofs: {
    organization_id: string
    id: string
    deliverable_id: string
    link: string | null
    document_id: string | null
    note: string | null
    added_at: Generated<Date>
    added_by: string | null
    returned_at: Date | null
  }
  deliverables: {
    organization_id: string
    id: string
    deal_id: string
    athlete_id: string
    rule_id: string
    position: number
    title: string
    platform: string | null
    disclosure_tag: string | null
    due_on: string | null
    state: 'planned' | 'submitted' | 'returned' | 'accepted' | 'canceled'
    comment: string | null
    submitted_at: Date | null
    accepted_at: Date | null
    accepted_by: string | null
    version: Generated<number>
    away_from: string | null
    away_until: string | null
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
    answered_on_time: Generated<boolean | null>
  }
  demo_requests_words: {
    word: string
  }
  desk_duty: {
    user_id: string
    on_duty: boolean
    last_assigned_at: Date | null
  }
  disclosure_files: {
    organization_id: string
    id: string
    disclosure_id: string
    name: string
    type: string
    storage_key: string
    size: number
    sha256: Buffer
    added_at: Generated<Date>
    added_by: string | null
  }
  disclosure_forms: {
    organization_id: string
    kind: 'nil-go' | 'school-72h' | 'state-association' | 'school-before-signing'
    fields: unknown
    version: Generated<number>
  }
  disclosure_reminders: {
    organization_id: string
    disclosure_id: string
    due_at: Date
    days_before: number
  }
  disclosures: {
    organization_id: string
    id: string
    kind: 'nil-go' | 'school-72h' | 'state-association' | 'school-before-signing' | 'other'
    athlete_id: string
    deal_id: string | null
    agreement_id: string | null
    revises_id: string | null
    name: string | null
    title: string | null
    authority: string | null
    state: Generated<'draft' | 'ready' | 'submitted' | 'attested' | 'cleared' | 'flagged' | 'not-cleared' | 'revised' | 'withdrawn' | 'in-arbitration'>
    work: Generated<string>
    counts_from: string | null
    counts_at: Date | null
    due_on: string
    due_at: Date
    earlier: Generated<unknown>
    by_rule: Generated<boolean>
    answers: Generated<unknown | null>
    fields: Generated<unknown | null>
    preparer_id: string | null
    submitter_id: string | null
    submitted_at: Date | null
    confirmation: string | null
    attested_on: string | null
    outcome_on: string | null
    comment: string | null
    packet: unknown | null
    packet_hash: string | null
    deal_number: number | null
    notice_to: string | null
    notice_mail: 'queued' | 'sent' | 'failed' | null
    notice_at: Date | null
    created_by: string | null
    created_at: Generated<Date>
    version: Generated<number>
    folded: Generated<string | null>
    missing: Generated<(string)[]>
    due_before: string | null
  }
  disclosures_words: {
    organization_id: string
    word: string
  }
  email_changes: {
    user_id: string
    new_email: string
    old_token_hash: Buffer | null
    new_token_hash: Buffer | null
    expires_at: Date
  }
  entries: {
    organization_id: string
    id: string
    cause: string
    occurred_on: string
    posted_on: string
    booked_at: Generated<Date>
    booked_by: string | null
    transaction_id: Generated<string>
    receipt_id: string | null
    invoice_payment_id: string | null
    expense_id: string | null
    payout_id: string | null
    payment_id: string | null
    reverses: string | null
    note: string | null
  }
  entry_lines: {
    organization_id: string
    entry_id: string
    position: number
    account: 'bank' | 'fees-receivable' | 'recoverable-expenses' | 'owed-to-athletes' | 'payables' | 'fees' | 'expenses' | 'athlete-pay' | 'athlete-earnings' | 'in-kind-earnings' | 'payors'
    currency: string
    amount_minor: string
    athlete_id: string | null
    deal_id: string | null
    income: 'contract' | 'nil' | 'sponsorship' | 'royalty' | null
    posted_on: string
    reversal: Generated<boolean>
  }
  expenses: {
    organization_id: string
    id: string
    spent_on: string
    category: string
    vendor: string
    note: string | null
    currency: string
    amount_minor: string
    athlete_id: string | null
    deal_id: string | null
    paid_by: 'organization' | 'colleague'
    recoup_rate: number | null
    recouped_minor: Generated<string>
    repaid_minor: Generated<string>
    state: 'waiting' | 'approved' | 'rejected' | 'reversed'
    added_at: Generated<Date>
    added_by: string | null
    decided_at: Date | null
    decided_by: string | null
    comment: string | null
    file_name: string | null
    file_type: string | null
    storage_key: string | null
    file_size: number | null
    file_sha256: Buffer | null
    version: Generated<number>
    folded: Generated<string | null>
    reversed_at: Date | null
    reversed_by: string | null
    reversal_reason: string | null
    recoup_base_minor: Generated<string>
  }
  fee_invoice_lines: {
    organization_id: string
    invoice_id: string
    position: number
    title: string
    amount_minor: string
    allocation_id: string | null
    recoupment_id: string | null
    void: Generated<boolean>
  }
  fee_invoices: {
    organization_id: string
    id: string
    number: string
    athlete_id: string
    issued_on: string
    due_on: string
    currency: string
    total_minor: string
    paid_minor: Generated<string>
    seller: unknown
    buyer: unknown
    state: 'open' | 'paid' | 'void'
    sent_at: Date | null
    sent_to: string | null
    created_at: Generated<Date>
    created_by: string | null
    void_reason: string | null
    version: Generated<number>
    folded: Generated<string | null>
  }
  file_versions: {
    organization_id: string
    id: string
    file_id: string
    number: number
    storage_key: string
    size: number
    sha256: Buffer
    added_at: Generated<Date>
    added_by: string | null
  }
  file_views: {
    organization_id: string
    id: string
    version_id: string
    user_id: string
    viewed_at: Generated<Date>
  }
  files: {
    organization_id: string
    id: string
    athlete_id: string
    name: string
    type: string
    created_at: Generated<Date>
    private: Generated<boolean>
  }
  guardianships: {
    organization_id: string
    id: Generated<string>
    athlete_id: string
    contact_id: string | null
    reach: 'full' | 'limited'
    email: string | null
    token_hash: Buffer | null
    invited_by: string | null
    invited_at: Generated<Date>
    expires_at: Date | null
    user_id: string | null
    confirmed_at: Date | null
    consents_to_account: Generated<boolean>
    verified_by: string | null
    verified_at: Date | null
    verified_how: 'id-seen' | 'signed-form' | 'call' | null
    ended_at: Date | null
    self_verification_reason: string | null
  }
  handover_items: {
    organization_id: string
    handover_id: string
    kind: 'athletes' | 'deals' | 'reviews' | 'tasks' | 'disclosures'
    record_id: string
    receiver_id: string
    version: number | null
    role: string | null
  }
  handovers: {
    organization_id: string
    id: Generated<string>
    person_id: string
    actor_id: string | null
    at: Generated<Date>
    moved_back_at: Date | null
    moved_back_by: string | null
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
  import_keys: {
    organization_id: string
    import_id: string
    key: string
    line: number
  }
  import_mappings: {
    organization_id: string
    headers: string
    mapping: unknown
    used_at: Generated<Date>
  }
  import_rows: {
    organization_id: string
    import_id: string
    line: number
    cells: unknown
    reading: unknown | null
    problems: unknown | null
    plan: 'add' | 'update' | 'same' | 'skip' | 'fail' | 'join' | null
    matched_by: string | null
    same_as: number | null
    record_id: string | null
    outcome: 'added' | 'updated' | 'same' | 'skipped' | 'failed' | 'joined' | 'removed' | 'restored' | 'kept' | null
    changed: unknown | null
    sheet_row: number | null
    edits: unknown | null
    doubt: string | null
    answer: string | null
    answered_for: string | null
  }
  imports: {
    organization_id: string
    id: string
    name: string
    state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'canceled' | 'done' | 'undoing' | 'undone'
    created_by: string | null
    created_at: Generated<Date>
    finished_at: Date | null
    has_header: Generated<boolean>
    columns: Generated<unknown>
    row_count: Generated<number>
    mapping: Generated<unknown>
    remembered: Generated<boolean>
    findings: unknown | null
    done_rows: Generated<number>
    counts: Generated<unknown>
    version: Generated<number>
    new_tags: Generated<(string)[]>
    failed: 'checking' | 'importing' | 'undoing' | null
    header_row: number | null
    rows_before: Generated<unknown>
    sheets: Generated<unknown>
    sheet: string | null
    new_fields: Generated<(string)[]>
    target: Generated<'athlete' | 'deal'>
    new_athletes: Generated<(string)[]>
    new_companies: Generated<(string)[]>
    changed_by: Generated<(string)[]>
    asked_at: Date | null
    approved_at: Date | null
    approved_by: string | null
    approval_comment: string | null
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
    athlete_id: string | null
    programs: Generated<(string)[]>
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
  invoice_payments: {
    organization_id: string
    id: string
    invoice_id: string
    paid_on: string
    amount_minor: string
    reference: string | null
    bank_line_id: string | null
    booked_at: Generated<Date>
    booked_by: string | null
    reversed_at: Date | null
    reversed_by: string | null
    reversal_reason: string | null
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
    rerun_requested: Generated<boolean>
    created_at: Generated<Date>
    failed_at: Date | null
    reason: string | null
    traceparent: string | null
    scheduled: Generated<boolean>
  }
  key_date_reminders: {
    organization_id: string
    key_date_id: string
    day: string
    days_before: number
    sent_at: Generated<Date>
  }
  key_dates: {
    organization_id: string
    id: string
    deal_id: string
    athlete_id: string
    rule_id: string
    title: string
    kind: string
    rule: unknown
    day: string | null
    lapses_at: Date | null
    missing: string | null
    moved_from: string | null
    move_reason: string | null
    moved_at: Date | null
    done_at: Date | null
    done_by: string | null
    proof: string | null
    canceled: Generated<boolean>
    version: Generated<number>
    counted_from: Date | null
  }
  league_corrections: {
    organization_id: string
    event: string
    day: string
    corrected_at: Generated<Date>
    corrected_by: string | null
  }
  ledger_month_totals: {
    organization_id: string
    account: string
    currency: string
    month: string
    income: string | null
    part: number
    amount_minor: string
    lines: number
  }
  ledger_totals: {
    organization_id: string
    account: string
    currency: string
    month: string
    athlete_id: string | null
    deal_id: string | null
    income: string | null
    amount_minor: string
    lines: number
  }
  license_reminders: {
    organization_id: string
    license_id: string
    day: string
    days_before: number
    sent_at: Generated<Date>
  }
  licenses: {
    organization_id: string
    id: string
    user_id: string
    state: string
    number: string
    starts_on: string
    ends_on: string | null
    note: string | null
    file_name: string | null
    file_type: string | null
    storage_key: string | null
    file_size: number | null
    file_sha256: Buffer | null
    version: Generated<number>
    added_at: Generated<Date>
    added_by: string | null
  }
  memberships: {
    organization_id: string
    user_id: string
    role: 'owner' | 'agent' | 'coach' | 'support-staff' | 'athlete' | 'compliance'
    created_at: Generated<Date>
    folded: Generated<string>
  }
  memberships_words: {
    organization_id: string
    word: string
  }
  moved_links: {
    token_hash: Buffer
    moved_id: string
  }
  notification_settings: {
    organization_id: string
    user_id: string
    kind: string
    delivery: 'mail' | 'digest' | 'bell'
  }
  notifications: {
    organization_id: string
    id: Generated<string>
    user_id: string
    kind: 'role-changed' | 'ownership-received' | 'invitation-accepted' | 'price-offered' | 'invoice-issued' | 'invoice-overdue' | 'guardian-confirmed' | 'approval-asked' | 'approval-decided' | 'approver-missing' | 'signature-asked' | 'signature-late' | 'company-signed' | 'deal-signed' | 'deal-ended' | 'key-date-near' | 'key-date-moved' | 'deliverable-due' | 'deliverable-late' | 'deliverable-submitted' | 'deliverable-decided' | 'payment-late' | 'payment-recorded' | 'payment-reversed' | 'expense-asked' | 'expense-decided' | 'expense-reversed' | 'deal-to-check' | 'age-corrected' | 'came-of-age' | 'guardian-missing' | 'task-assigned' | 'task-completed' | 'task-due' | 'tasks-released' | 'work-received' | 'dates-without-owner' | 'contact-data-changed' | 'contact-data-proposed' | 'contact-data-decided' | 'import-approval-asked' | 'disclosure-due' | 'deal-reported' | 'report-decided' | 'payor-answered' | 'notice-failed' | 'license-ending'
    actor_id: string | null
    details: Generated<unknown>
    created_at: Generated<Date>
    read_at: Date | null
    digest: Generated<boolean>
  }
  one_time_links: {
    token_hash: Buffer
    purpose: 'register' | 'reset-password' | 'reject-second-factor'
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
    sample: Generated<boolean>
    time_zone: Generated<string>
    currency: Generated<string>
    fiscal_month: Generated<number>
    self_approval: boolean | null
    trial_ends_at: Date | null
    guardians_see_payments: Generated<boolean>
    trial_of: string | null
    review_contact_data: Generated<boolean>
    trial_notice_days: number | null
    send_after_approval: Generated<boolean>
    sonar_engine: Generated<boolean>
    cell: string | null
    moving_to: string | null
  }
  orphaned_files: {
    storage_key: string
    due_at: Generated<Date>
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
    traceparent: string | null
  }
  payables: {
    organization_id: string | null
    id: string | null
    kind: string | null
    title: string | null
    due_on: string | null
    currency: string | null
    amount_minor: string | null
    paid_minor: string | null
    athlete_id: string | null
    deal_id: string | null
    colleague_id: string | null
  }
  payment_reminders: {
    organization_id: string
    id: string
    payment_id: string
    sent_at: Generated<Date>
    sent_by: string | null
    sent_to: string
  }
  payment_schedules: {
    organization_id: string
    deal_id: string
    rule_id: string
    template: string
    installments: unknown
    changed_by: string | null
    changed_at: Date
  }
  payments: {
    organization_id: string
    id: string
    deal_id: string
    athlete_id: string
    rule_id: string
    position: number
    title: string
    kind: string
    due_on: string | null
    condition: string | null
    in_kind: Generated<boolean>
    currency: string
    amount_minor: string
    state: 'expected' | 'conditional' | 'canceled'
    received_minor: Generated<string>
    outgoing: Generated<boolean>
    income: Generated<'contract' | 'nil' | 'sponsorship' | 'royalty'>
    met_on: string | null
    owed_since: string | null
    owed_minor: Generated<string>
    due_before_met: string | null
    counted_from: Date | null
    guaranteed_minor: Generated<string>
    retained_minor: string | null
    fee_rate: number | null
    fee_flat_minor: string | null
    contingent_minor: Generated<string>
  }
  payouts: {
    organization_id: string
    id: string
    paid_on: string
    payment_id: string | null
    expense_id: string | null
    athlete_id: string | null
    currency: string
    amount_minor: string
    reference: string | null
    booked_at: Generated<Date>
    booked_by: string | null
    reversed_at: Date | null
    reversed_by: string | null
    reversal_reason: string | null
  }
  permission_settings: {
    organization_id: string
    role: 'owner' | 'agent' | 'coach' | 'support-staff' | 'athlete' | 'compliance'
    permission: string
    allowed: boolean
  }
  pinned_staff_views: {
    user_id: string
    view_id: string
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
  program_athletes: {
    organization_id: string
    id: Generated<string>
    program_id: string
    athlete_id: string
    starts_on: string
    ends_on: string | null
  }
  program_members: {
    organization_id: string
    id: Generated<string>
    program_id: string
    user_id: string
    starts_on: string
    ends_on: string | null
  }
  programs: {
    organization_id: string
    id: Generated<string>
    name: string
    folded: Generated<string | null>
    sport: string | null
    gender: 'women' | 'men' | 'mixed' | null
    archived_at: Date | null
    created_at: Generated<Date>
  }
  rate_counts: {
    bucket: string
    period_start: Date
    count: number
  }
  receipt_allocations: {
    organization_id: string
    id: string
    receipt_id: string
    payment_id: string | null
    deal_id: string
    athlete_id: string
    amount_minor: string
    fee_rate: number | null
    fee_flat_minor: string | null
    fee_minor: Generated<string>
    entry_id: string
    reverses: string | null
    currency: string
    income: 'contract' | 'nil' | 'sponsorship' | 'royalty'
    in_kind: Generated<boolean>
    deal_version: number
    fee_before_minor: Generated<string>
  }
  receipts: {
    organization_id: string
    id: string
    received_on: string
    company_id: string | null
    payer: string
    reference: string | null
    currency: string
    amount_minor: string
    note: string | null
    bank_line_id: string | null
    booked_at: Generated<Date>
    booked_by: string | null
    reversed_at: Date | null
    reversed_by: string | null
    reversal_reason: string | null
    folded: Generated<string | null>
    opening: Generated<boolean>
  }
  recoupments: {
    organization_id: string
    id: string
    expense_id: string
    allocation_id: string
    amount_minor: string
    entry_id: string | null
    base_minor: string
  }
  refused_addresses: {
    address_digest: string
    refused_at: Generated<Date>
  }
  reminders: {
    organization_id: string
    record_id: string
    user_id: string
    day: string
    deal_id: string
    sent_at: Date
    sent_by: string | null
  }
  repairs: {
    organization_id: string
    name: string
    done_at: Date | null
    unrepaired: Generated<unknown>
  }
  rule_news_opened: {
    organization_id: string
    user_id: string
    opened_at: Date
  }
  sample_runs: {
    id: string
    user_id: string
    kind: 'agency' | 'athletic-department' | null
    state: 'creating' | 'removing'
    failed: Generated<boolean>
    done: Generated<number>
    total: number | null
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
    question: string | null
  }
  school_sponsors: {
    organization_id: string
    id: string
    company_id: string | null
    name: string | null
    category: string | null
  }
  searches: {
    organization_id: string
    user_id: string
    id: Generated<string>
    question: string
    asked_at: Date
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
  servers: {
    id: string
    version: string
    connections: number
    started_at: Generated<Date>
    seen_at: Generated<Date>
    platform_url: string | null
    secrets: (string)[] | null
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
  sports_in_use: {
    organization_id: string
    sport: string
  }
  staff_views: {
    id: Generated<string>
    list: string
    name: string
    address: string
    owner_id: string | null
    shared: boolean
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
    subscribed_by: string | null
  }
  tags: {
    organization_id: string
    id: Generated<string>
    name: string
    folded: Generated<string | null>
  }
  task_reminders: {
    organization_id: string
    user_id: string
    day: string
  }
  tasks: {
    organization_id: string
    id: string
    title: string
    athlete_id: string | null
    deal_id: string | null
    company_id: string | null
    entry_id: string | null
    assignee_id: string | null
    due_on: string | null
    due_time: string | null
    due_sort: Generated<number | null>
    done_at: Date | null
    done_by: string | null
    created_by: string | null
    created_at: Generated<Date>
    version: Generated<number>
    folded: Generated<string | null>
    readers: string | null
    company_entry_id: string | null
  }
  tasks_words: {
    organization_id: string
    word: string
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
    phone: string | null
  }
  verdict_answers: {
    organization_id: string
    id: string
    deal_id: string
    number: number
    rule: string
    rule_version: number
    reason: string | null
    answered_by: string | null
    answered_at: Date
  }
  verdicts: {
    organization_id: string
    id: Generated<string>
    deal_id: string | null
    number: number | null
    agreement_id: string | null
    subject_id: Generated<string>
    rule: string
    rule_version: number
    state: 'blocked' | 'attention' | 'cannot-judge' | 'fine' | 'not-applicable'
    sentence: string
    todo: string | null
    missing: (string)[]
    due_on: string | null
    due_at: Date | null
    uses_amount: boolean
    input_hash: Buffer
    since: Date
    judged_at: Date
    superseded_at: Date | null
    changed_at: Date | null
    before_id: string | null
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  view_alerts: {
    organization_id: string
    user_id: string
    view_id: string
    known: (string)[]
    checked_on: string
  }
}
