define void @fold_60_over_50(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %acc36 = alloca float
  %acc39 = alloca float
  %acc43 = alloca float
  %acc47 = alloca float
  %acc51 = alloca float
  %acc55 = alloca float
  %acc59 = alloca float
  %acc63 = alloca float
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
  store float %v12, ptr %acc36
  %v13 = getelementptr inbounds float, ptr %d1, i64 %v2
  br i1 true, label %gate2.open, label %gate2.done
gate2.open:
  %v14 = load float, ptr %v13, align 4
  br label %gate2.done
gate2.done:
  %v15 = phi float [ %v14, %gate2.open ], [ 0x0000000000000000, %gate1.done ]
  store float %v15, ptr %acc39
  %v16 = add nsw i64 %v2, 1
  %v17 = getelementptr inbounds float, ptr %d1, i64 %v16
  br i1 true, label %gate3.open, label %gate3.done
gate3.open:
  %v18 = load float, ptr %v17, align 4
  br label %gate3.done
gate3.done:
  %v19 = phi float [ %v18, %gate3.open ], [ 0x0000000000000000, %gate2.done ]
  store float %v19, ptr %acc43
  %v20 = add nsw i64 %v2, 2
  %v21 = getelementptr inbounds float, ptr %d1, i64 %v20
  br i1 true, label %gate4.open, label %gate4.done
gate4.open:
  %v22 = load float, ptr %v21, align 4
  br label %gate4.done
gate4.done:
  %v23 = phi float [ %v22, %gate4.open ], [ 0x0000000000000000, %gate3.done ]
  store float %v23, ptr %acc47
  %v24 = add nsw i64 %v2, 3
  %v25 = getelementptr inbounds float, ptr %d1, i64 %v24
  br i1 true, label %gate5.open, label %gate5.done
gate5.open:
  %v26 = load float, ptr %v25, align 4
  br label %gate5.done
gate5.done:
  %v27 = phi float [ %v26, %gate5.open ], [ 0x0000000000000000, %gate4.done ]
  store float %v27, ptr %acc51
  %v28 = add nsw i64 %v2, 4
  %v29 = getelementptr inbounds float, ptr %d1, i64 %v28
  br i1 true, label %gate6.open, label %gate6.done
gate6.open:
  %v30 = load float, ptr %v29, align 4
  br label %gate6.done
gate6.done:
  %v31 = phi float [ %v30, %gate6.open ], [ 0x0000000000000000, %gate5.done ]
  store float %v31, ptr %acc55
  %v32 = add nsw i64 %v2, 5
  %v33 = getelementptr inbounds float, ptr %d1, i64 %v32
  br i1 true, label %gate7.open, label %gate7.done
gate7.open:
  %v34 = load float, ptr %v33, align 4
  br label %gate7.done
gate7.done:
  %v35 = phi float [ %v34, %gate7.open ], [ 0x0000000000000000, %gate6.done ]
  store float %v35, ptr %acc59
  %v36 = add nsw i64 %v2, 6
  %v37 = getelementptr inbounds float, ptr %d1, i64 %v36
  br i1 true, label %gate8.open, label %gate8.done
gate8.open:
  %v38 = load float, ptr %v37, align 4
  br label %gate8.done
gate8.done:
  %v39 = phi float [ %v38, %gate8.open ], [ 0x0000000000000000, %gate7.done ]
  store float %v39, ptr %acc63
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %gate8.done ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 50
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v40 = add nsw i64 %i9, %v3
  %v41 = getelementptr inbounds float, ptr %d0, i64 %v40
  %v42 = load float, ptr %acc36
  %v43 = getelementptr inbounds float, ptr %d2, i64 %v40
  %v44 = load float, ptr %v43, align 4
  %v45 = fadd contract float %v42, %v44
  store float %v45, ptr %v41, align 4
  store float %v45, ptr %acc36
  %v46 = add nsw i64 %v40, 50
  %v47 = getelementptr inbounds float, ptr %d0, i64 %v46
  %v48 = load float, ptr %acc39
  %v49 = getelementptr inbounds float, ptr %d2, i64 %v46
  %v50 = load float, ptr %v49, align 4
  %v51 = fadd contract float %v48, %v50
  store float %v51, ptr %v47, align 4
  store float %v51, ptr %acc39
  %v52 = add nsw i64 %v40, 100
  %v53 = getelementptr inbounds float, ptr %d0, i64 %v52
  %v54 = load float, ptr %acc43
  %v55 = getelementptr inbounds float, ptr %d2, i64 %v52
  %v56 = load float, ptr %v55, align 4
  %v57 = fadd contract float %v54, %v56
  store float %v57, ptr %v53, align 4
  store float %v57, ptr %acc43
  %v58 = add nsw i64 %v40, 150
  %v59 = getelementptr inbounds float, ptr %d0, i64 %v58
  %v60 = load float, ptr %acc47
  %v61 = getelementptr inbounds float, ptr %d2, i64 %v58
  %v62 = load float, ptr %v61, align 4
  %v63 = fadd contract float %v60, %v62
  store float %v63, ptr %v59, align 4
  store float %v63, ptr %acc47
  %v64 = add nsw i64 %v40, 200
  %v65 = getelementptr inbounds float, ptr %d0, i64 %v64
  %v66 = load float, ptr %acc51
  %v67 = getelementptr inbounds float, ptr %d2, i64 %v64
  %v68 = load float, ptr %v67, align 4
  %v69 = fadd contract float %v66, %v68
  store float %v69, ptr %v65, align 4
  store float %v69, ptr %acc51
  %v70 = add nsw i64 %v40, 250
  %v71 = getelementptr inbounds float, ptr %d0, i64 %v70
  %v72 = load float, ptr %acc55
  %v73 = getelementptr inbounds float, ptr %d2, i64 %v70
  %v74 = load float, ptr %v73, align 4
  %v75 = fadd contract float %v72, %v74
  store float %v75, ptr %v71, align 4
  store float %v75, ptr %acc55
  %v76 = add nsw i64 %v40, 300
  %v77 = getelementptr inbounds float, ptr %d0, i64 %v76
  %v78 = load float, ptr %acc59
  %v79 = getelementptr inbounds float, ptr %d2, i64 %v76
  %v80 = load float, ptr %v79, align 4
  %v81 = fadd contract float %v78, %v80
  store float %v81, ptr %v77, align 4
  store float %v81, ptr %acc59
  %v82 = add nsw i64 %v40, 350
  %v83 = getelementptr inbounds float, ptr %d0, i64 %v82
  %v84 = load float, ptr %acc63
  %v85 = getelementptr inbounds float, ptr %d2, i64 %v82
  %v86 = load float, ptr %v85, align 4
  %v87 = fadd contract float %v84, %v86
  store float %v87, ptr %v83, align 4
  store float %v87, ptr %acc63
  br label %i9.last
i9.last:
  %i9.next = add nsw i64 %i9, 1
  br label %i9.head
i9.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
