define void @reduce_60_over_50(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %acc6 = alloca float
  %acc10 = alloca float
  store float 0x0000000000000000, ptr %acc6
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 60
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = getelementptr inbounds float, ptr %d0, i64 %i0
  %v1 = mul nsw i64 %i0, 50
  store float 0x0000000000000000, ptr %acc10
  %v2 = getelementptr inbounds float, ptr %d1, i64 %i0
  %v3 = load float, ptr %acc6
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %i0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 50
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v4 = add nsw i64 %v1, %r1
  %v5 = getelementptr inbounds float, ptr %d2, i64 %v4
  %v6 = load float, ptr %v5, align 4
  %v7 = load float, ptr %acc10
  %v8 = fadd contract float %v7, %v6
  store float %v8, ptr %acc10
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v9 = load float, ptr %acc10
  store float %v9, ptr %v0, align 4
  %v10 = fadd contract float %v3, %v9
  store float %v10, ptr %v2, align 4
  store float %v10, ptr %acc6
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }

; split a by 8 as unroll overlap
; mark a.0 as grid
define void @map_60_50(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %acc34 = alloca float
  %acc37 = alloca float
  %acc40 = alloca float
  %acc43 = alloca float
  %acc46 = alloca float
  %acc49 = alloca float
  %acc52 = alloca float
  %acc55 = alloca float
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = icmp slt i64 %g0, 7
  %v1 = mul nsw i64 %g0, 8
  %v2 = select i1 %v0, i64 %v1, i64 52
  %v3 = mul nsw i64 %v2, 50
  %v4 = trunc i64 %v2 to i32
  %v5 = icmp slt i32 %v4, 1
  %v6 = getelementptr float, ptr %d1, i64 %v2
  %v7 = getelementptr float, ptr %v6, i64 -1
  %v8 = icmp slt i64 %v2, 1
  %v9 = xor i1 %v8, true
  br i1 %v9, label %gate1.open, label %gate1.done
gate1.open:
  %v10 = load float, ptr %v7, align 4
  br label %gate1.done
gate1.done:
  %v11 = phi float [ %v10, %gate1.open ], [ 0x0000000000000000, %g0.body ]
  %v12 = select i1 %v5, float 0x0000000000000000, float %v11
  store float %v12, ptr %acc34
  %v13 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v14 = load float, ptr %v13, align 4
  store float %v14, ptr %acc37
  %v15 = getelementptr float, ptr %v6, i64 1
  %v16 = load float, ptr %v15, align 4
  store float %v16, ptr %acc40
  %v17 = getelementptr float, ptr %v6, i64 2
  %v18 = load float, ptr %v17, align 4
  store float %v18, ptr %acc43
  %v19 = getelementptr float, ptr %v6, i64 3
  %v20 = load float, ptr %v19, align 4
  store float %v20, ptr %acc46
  %v21 = getelementptr float, ptr %v6, i64 4
  %v22 = load float, ptr %v21, align 4
  store float %v22, ptr %acc49
  %v23 = getelementptr float, ptr %v6, i64 5
  %v24 = load float, ptr %v23, align 4
  store float %v24, ptr %acc52
  %v25 = getelementptr float, ptr %v6, i64 6
  %v26 = load float, ptr %v25, align 4
  store float %v26, ptr %acc55
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %gate1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 50
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v27 = add nsw i64 %i2, %v3
  %v28 = getelementptr inbounds float, ptr %d0, i64 %v27
  %v29 = load float, ptr %acc34
  %v30 = getelementptr inbounds float, ptr %d2, i64 %v27
  %v31 = load float, ptr %v30, align 4
  %v32 = fadd contract float %v29, %v31
  store float %v32, ptr %v28, align 4
  store float %v32, ptr %acc34
  %v33 = getelementptr float, ptr %d0, i64 %v27
  %v34 = getelementptr float, ptr %v33, i64 50
  %v35 = load float, ptr %acc37
  %v36 = getelementptr float, ptr %d2, i64 %v27
  %v37 = getelementptr float, ptr %v36, i64 50
  %v38 = load float, ptr %v37, align 4
  %v39 = fadd contract float %v35, %v38
  store float %v39, ptr %v34, align 4
  store float %v39, ptr %acc37
  %v40 = getelementptr float, ptr %v33, i64 100
  %v41 = load float, ptr %acc40
  %v42 = getelementptr float, ptr %v36, i64 100
  %v43 = load float, ptr %v42, align 4
  %v44 = fadd contract float %v41, %v43
  store float %v44, ptr %v40, align 4
  store float %v44, ptr %acc40
  %v45 = getelementptr float, ptr %v33, i64 150
  %v46 = load float, ptr %acc43
  %v47 = getelementptr float, ptr %v36, i64 150
  %v48 = load float, ptr %v47, align 4
  %v49 = fadd contract float %v46, %v48
  store float %v49, ptr %v45, align 4
  store float %v49, ptr %acc43
  %v50 = getelementptr float, ptr %v33, i64 200
  %v51 = load float, ptr %acc46
  %v52 = getelementptr float, ptr %v36, i64 200
  %v53 = load float, ptr %v52, align 4
  %v54 = fadd contract float %v51, %v53
  store float %v54, ptr %v50, align 4
  store float %v54, ptr %acc46
  %v55 = getelementptr float, ptr %v33, i64 250
  %v56 = load float, ptr %acc49
  %v57 = getelementptr float, ptr %v36, i64 250
  %v58 = load float, ptr %v57, align 4
  %v59 = fadd contract float %v56, %v58
  store float %v59, ptr %v55, align 4
  store float %v59, ptr %acc49
  %v60 = getelementptr float, ptr %v33, i64 300
  %v61 = load float, ptr %acc52
  %v62 = getelementptr float, ptr %v36, i64 300
  %v63 = load float, ptr %v62, align 4
  %v64 = fadd contract float %v61, %v63
  store float %v64, ptr %v60, align 4
  store float %v64, ptr %acc52
  %v65 = getelementptr float, ptr %v33, i64 350
  %v66 = load float, ptr %acc55
  %v67 = getelementptr float, ptr %v36, i64 350
  %v68 = load float, ptr %v67, align 4
  %v69 = fadd contract float %v66, %v68
  store float %v69, ptr %v65, align 4
  store float %v69, ptr %acc55
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
