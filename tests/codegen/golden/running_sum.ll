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

; split 0 by 8 as unroll overlap
; mark 2 as grid
define void @map_60_50(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %acc35 = alloca float
  %acc38 = alloca float
  %acc42 = alloca float
  %acc46 = alloca float
  %acc50 = alloca float
  %acc54 = alloca float
  %acc58 = alloca float
  %acc62 = alloca float
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
  %v6 = add nsw i64 %v2, -1
  %v7 = getelementptr inbounds float, ptr %d1, i64 %v6
  %v8 = icmp slt i64 %v2, 1
  %v9 = xor i1 %v8, true
  br i1 %v9, label %gate1.open, label %gate1.done
gate1.open:
  %v10 = load float, ptr %v7, align 4
  br label %gate1.done
gate1.done:
  %v11 = phi float [ %v10, %gate1.open ], [ 0x0000000000000000, %g0.body ]
  %v12 = select i1 %v5, float 0x0000000000000000, float %v11
  store float %v12, ptr %acc35
  %v13 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v14 = load float, ptr %v13, align 4
  store float %v14, ptr %acc38
  %v15 = add nsw i64 %v2, 1
  %v16 = getelementptr inbounds float, ptr %d1, i64 %v15
  %v17 = load float, ptr %v16, align 4
  store float %v17, ptr %acc42
  %v18 = add nsw i64 %v2, 2
  %v19 = getelementptr inbounds float, ptr %d1, i64 %v18
  %v20 = load float, ptr %v19, align 4
  store float %v20, ptr %acc46
  %v21 = add nsw i64 %v2, 3
  %v22 = getelementptr inbounds float, ptr %d1, i64 %v21
  %v23 = load float, ptr %v22, align 4
  store float %v23, ptr %acc50
  %v24 = add nsw i64 %v2, 4
  %v25 = getelementptr inbounds float, ptr %d1, i64 %v24
  %v26 = load float, ptr %v25, align 4
  store float %v26, ptr %acc54
  %v27 = add nsw i64 %v2, 5
  %v28 = getelementptr inbounds float, ptr %d1, i64 %v27
  %v29 = load float, ptr %v28, align 4
  store float %v29, ptr %acc58
  %v30 = add nsw i64 %v2, 6
  %v31 = getelementptr inbounds float, ptr %d1, i64 %v30
  %v32 = load float, ptr %v31, align 4
  store float %v32, ptr %acc62
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %gate1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 50
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v33 = add nsw i64 %i2, %v3
  %v34 = getelementptr inbounds float, ptr %d0, i64 %v33
  %v35 = load float, ptr %acc35
  %v36 = getelementptr inbounds float, ptr %d2, i64 %v33
  %v37 = load float, ptr %v36, align 4
  %v38 = fadd contract float %v35, %v37
  store float %v38, ptr %v34, align 4
  store float %v38, ptr %acc35
  %v39 = add nsw i64 %v33, 50
  %v40 = getelementptr inbounds float, ptr %d0, i64 %v39
  %v41 = load float, ptr %acc38
  %v42 = getelementptr inbounds float, ptr %d2, i64 %v39
  %v43 = load float, ptr %v42, align 4
  %v44 = fadd contract float %v41, %v43
  store float %v44, ptr %v40, align 4
  store float %v44, ptr %acc38
  %v45 = add nsw i64 %v33, 100
  %v46 = getelementptr inbounds float, ptr %d0, i64 %v45
  %v47 = load float, ptr %acc42
  %v48 = getelementptr inbounds float, ptr %d2, i64 %v45
  %v49 = load float, ptr %v48, align 4
  %v50 = fadd contract float %v47, %v49
  store float %v50, ptr %v46, align 4
  store float %v50, ptr %acc42
  %v51 = add nsw i64 %v33, 150
  %v52 = getelementptr inbounds float, ptr %d0, i64 %v51
  %v53 = load float, ptr %acc46
  %v54 = getelementptr inbounds float, ptr %d2, i64 %v51
  %v55 = load float, ptr %v54, align 4
  %v56 = fadd contract float %v53, %v55
  store float %v56, ptr %v52, align 4
  store float %v56, ptr %acc46
  %v57 = add nsw i64 %v33, 200
  %v58 = getelementptr inbounds float, ptr %d0, i64 %v57
  %v59 = load float, ptr %acc50
  %v60 = getelementptr inbounds float, ptr %d2, i64 %v57
  %v61 = load float, ptr %v60, align 4
  %v62 = fadd contract float %v59, %v61
  store float %v62, ptr %v58, align 4
  store float %v62, ptr %acc50
  %v63 = add nsw i64 %v33, 250
  %v64 = getelementptr inbounds float, ptr %d0, i64 %v63
  %v65 = load float, ptr %acc54
  %v66 = getelementptr inbounds float, ptr %d2, i64 %v63
  %v67 = load float, ptr %v66, align 4
  %v68 = fadd contract float %v65, %v67
  store float %v68, ptr %v64, align 4
  store float %v68, ptr %acc54
  %v69 = add nsw i64 %v33, 300
  %v70 = getelementptr inbounds float, ptr %d0, i64 %v69
  %v71 = load float, ptr %acc58
  %v72 = getelementptr inbounds float, ptr %d2, i64 %v69
  %v73 = load float, ptr %v72, align 4
  %v74 = fadd contract float %v71, %v73
  store float %v74, ptr %v70, align 4
  store float %v74, ptr %acc58
  %v75 = add nsw i64 %v33, 350
  %v76 = getelementptr inbounds float, ptr %d0, i64 %v75
  %v77 = load float, ptr %acc62
  %v78 = getelementptr inbounds float, ptr %d2, i64 %v75
  %v79 = load float, ptr %v78, align 4
  %v80 = fadd contract float %v77, %v79
  store float %v80, ptr %v76, align 4
  store float %v80, ptr %acc62
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
